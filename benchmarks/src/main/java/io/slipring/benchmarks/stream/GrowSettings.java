/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.time.Duration;
import java.util.List;

/**
 * A growth to measure.
 *
 * @param stateBytes keys and values in the home stores of all tasks, about
 * @param shards before the growth
 * @param entryBytes of a key and its aggregate, at least 60
 * @param load what is sent during the second growth, as a part of what the application can take; above 0 and below 1
 * @param around how long the load runs before and after it
 * @param threads stream threads
 * @param commit interval of commits
 * @param loaded whether to grow under load, too
 * @param rivals whether to measure the other ways, too
 * @param jvmArgs more options for the JVMs of applications
 */
public record GrowSettings(
        long stateBytes,
        int shards,
        int entryBytes,
        double load,
        Duration around,
        int threads,
        Duration commit,
        boolean loaded,
        boolean rivals,
        List<String> jvmArgs) {
    /** What an entry of a home store takes besides the aggregate: the vnode, a key such as user-1234567, and the envelope. */
    private static final int AROUND_AGGREGATE = 2 + 12 + 10;

    public GrowSettings {
        jvmArgs = List.copyOf(jvmArgs);
    }

    int aggregateBytes() {
        return entryBytes - AROUND_AGGREGATE;
    }

    int keys() {
        return Math.toIntExact(Math.max(1, stateBytes / entryBytes));
    }
}
