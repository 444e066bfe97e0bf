/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The ring: which shard, and so which partition, a key belongs to. Pure: no Kafka, no I/O, no clock, no logging.
 *
 * <p>Data path:
 *
 * <ol>
 *   <li>{@link io.slipring.ring.Tokens}: key bytes to token to vnode;
 *   <li>{@link io.slipring.ring.Ring}: vnode to shard to partition, one array read;
 *   <li>{@link io.slipring.ring.RingChange}: what is wanted next; a {@link io.slipring.ring.Placement} computes the
 *       {@link io.slipring.ring.VnodeTable} for it;
 *   <li>{@link io.slipring.ring.RingDiff}: the vnodes that change partition between two rings;
 *   <li>{@link io.slipring.ring.Fingerprint}: whether two clients hold the same ring.
 * </ol>
 */
@org.jspecify.annotations.NullMarked
package io.slipring.ring;
