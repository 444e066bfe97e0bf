/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Where rings come from and go to.
 *
 * <ol>
 *   <li>{@link io.slipring.ring.source.RingSourceConfig} says where a client finds its ring;
 *   <li>{@link io.slipring.ring.source.RingSources} opens it: a handle on a reader that all handles of one place share;
 *   <li>a reader (topic or file) decodes definitions into a {@code RingHistory}, which answers, waits and notifies;
 *   <li>{@link io.slipring.ring.source.RingPublisher} adds the next epoch by compare-and-set;
 *   <li>{@link io.slipring.ring.source.ControlPlane} reads and writes what applications say of themselves.
 * </ol>
 */
@org.jspecify.annotations.NullMarked
package io.slipring.ring.source;
