/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.hotkeys.SplitRule;
import java.time.Duration;

/**
 * How a client looks for hot keys.
 *
 * @param enabled whether it does
 * @param report whether it writes what it found to the control topic
 * @param window shortest time over which shares are measured
 * @param rule which keys are hot
 */
public record HotKeySettings(boolean enabled, boolean report, Duration window, SplitRule rule) {
    /** What holds unless set otherwise: look, don't report, windows of 10 s. */
    public static final HotKeySettings DEFAULT =
            new HotKeySettings(true, false, Duration.ofSeconds(10), SplitRule.DEFAULT);

    public HotKeySettings {
        if (window.isNegative() || window.isZero()) {
            throw new IllegalArgumentException("window must be > 0, was " + window);
        }
    }
}
