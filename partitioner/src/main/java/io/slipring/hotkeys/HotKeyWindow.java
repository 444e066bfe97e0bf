/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import java.util.List;

/**
 * What a detector knows at the end of a window.
 *
 * @param number 1 for the first window
 * @param samples how many records the window's shares were measured on
 * @param lengthNanos how long the window was
 * @param hot the keys that are split, or were above the threshold and aren't below half of it yet, most frequent first
 */
public record HotKeyWindow(long number, long samples, long lengthNanos, List<HotKey> hot) {
    /** Before the first. */
    public static final HotKeyWindow NONE = new HotKeyWindow(0, 0, 0, List.of());

    public HotKeyWindow {
        hot = List.copyOf(hot);
    }
}
