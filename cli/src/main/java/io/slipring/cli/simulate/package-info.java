/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Judging placements before use: the user's own keys, every placement, and what a change would move.
 *
 * <p>Data path: {@code KeySource} to {@code KeyLoad} to {@code Simulation} to {@code Outcome}, shown as a
 * table, as JSON or as a page. {@code RingDrawing} draws one ring for the terminal.
 */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.simulate;
