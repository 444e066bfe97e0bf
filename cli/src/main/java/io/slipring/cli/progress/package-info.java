/* SPDX-License-Identifier: Apache-2.0 */

/**
 * How far the applications of a ring are.
 *
 * <ol>
 *   <li>{@link io.slipring.cli.progress.StatusReader} gathers {@link io.slipring.cli.progress.StatusFacts}: what the control topic
 *       holds, what {@link io.slipring.cli.progress.ProgressWindow} remembers of it, and consumer groups;
 *   <li>{@link io.slipring.cli.progress.ClusterStatus} is computed from them without I/O;
 *   <li>{@link io.slipring.cli.progress.Settling} waits until it says that all is done.
 * </ol>
 */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.progress;
