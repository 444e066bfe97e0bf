/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import java.time.Duration;
import java.util.Collection;

/**
 * How long something took, over all its times.
 *
 * @param count how often it was measured; the others are 0 if never
 * @param medianMillis of two in the middle, the longer one
 * @param maxMillis the longest
 */
record Times(int count, long medianMillis, long maxMillis) {
    static Times of(Collection<Duration> durations) {
        long[] millis =
                durations.stream().mapToLong(Duration::toMillis).sorted().toArray();
        return millis.length == 0
                ? new Times(0, 0, 0)
                : new Times(millis.length, millis[millis.length / 2], millis[millis.length - 1]);
    }
}
