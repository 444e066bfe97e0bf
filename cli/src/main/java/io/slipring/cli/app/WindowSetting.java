/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.time.Duration;

/**
 * How {@code slipring.window} divides time.
 *
 * @param size length of a window; of sessions, the longest time between two records of one
 * @param every from the start of a window to that of the next; as long as the size if they don't overlap; zero for sessions
 * @param grace how long after its end a window still takes records; may be zero
 */
record WindowSetting(Duration size, Duration every, Duration grace) {
    boolean areSessions() {
        return every.isZero();
    }
}
