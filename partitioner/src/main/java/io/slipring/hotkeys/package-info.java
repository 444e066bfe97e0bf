/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Finds hot keys and plans their splits; knows rings, but no Kafka.
 *
 * <ol>
 *   <li>a {@link io.slipring.hotkeys.HotKeyDetector} samples records, counts the samples in a {@code TokenSketch}, and at
 *       the end of a window has the {@code HotKeyTracker} decide by the {@link io.slipring.hotkeys.SplitRule};
 *   <li>what the last window knew is a {@link io.slipring.hotkeys.HotKeyWindow} of {@link io.slipring.hotkeys.HotKey}s.
 *   <li>{@link io.slipring.hotkeys.Heat} merges what producers report; {@link io.slipring.hotkeys.SplitPlan} makes splits of it,
 *       {@link io.slipring.hotkeys.SplitChange} a ring of them.
 * </ol>
 */
@org.jspecify.annotations.NullMarked
package io.slipring.hotkeys;
