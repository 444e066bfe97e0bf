/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.util.Arrays;

/**
 * The longest time that a partition with records pending went without progress.
 *
 * <p>Pending: the brokers acknowledged a record to the producer, and the application's committed offset is not behind it
 * yet. Progress: that committed offset moved. Under exactly-once processing it moves in the transaction that makes state and
 * output visible, so a gap is what a reader of the output would see. Both are looked at from outside, at intervals, so a gap
 * is exact to within one interval. Not thread-safe.
 */
final class GapMeter {
    private final long[] committed;
    private final long[] since;
    private final boolean[] pending;
    private long maxGapNanos;

    /**
     * Starts with nothing pending.
     *
     * @param startNanos by the same clock as the observations
     */
    GapMeter(int partitions, long startNanos) {
        since = new long[partitions];
        Arrays.fill(since, startNanos);
        committed = new long[partitions];
        pending = new boolean[partitions];
    }

    /**
     * Takes note of a partition.
     *
     * @param nowNanos when the offsets were looked at
     * @param acknowledgedEnd offset behind the last acknowledged record
     * @param committedOffset the application's committed offset; 0 if there is none yet
     */
    void observe(int partition, long nowNanos, long acknowledgedEnd, long committedOffset) {
        boolean progressed = committedOffset > committed[partition];
        if (pending[partition]) {
            maxGapNanos = Math.max(maxGapNanos, nowNanos - since[partition]);
        }
        pending[partition] = committedOffset < acknowledgedEnd;
        if (progressed || !pending[partition]) {
            since[partition] = nowNanos;
        }
        committed[partition] = Math.max(committed[partition], committedOffset);
    }

    long maxGapMillis() {
        return maxGapNanos / 1_000_000;
    }
}
