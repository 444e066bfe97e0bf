/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import org.jspecify.annotations.Nullable;

/**
 * What growths cost. All totals were right after each, or there would be no result.
 *
 * @param shards before the first growth
 * @param keys of the state
 * @param stateBytes keys and values in all home stores
 * @param idle a growth by a shard with no records under way
 * @param loaded another while records come; null if it was not wanted
 * @param load what came meanwhile; null if nothing
 * @param rivals the same by other means; null if they were not measured
 */
public record GrowResult(
        int shards,
        int keys,
        long stateBytes,
        Move idle,
        @Nullable Move loaded,
        @Nullable Load load,
        @Nullable Rivals rivals) {
    /**
     * A growth by one shard.
     *
     * @param movedBytes keys and values that changed their home
     * @param publishMillis until the topics had grown and the epoch was published
     * @param handoffMillis from then until all was handed off
     * @param transferBytes written to the transfer topic
     * @param changelogBytes written to changelogs: what was taken away, and what was put
     * @param writtenOverMoved both over what moved; with records under way their own changelog is in it
     * @param bytesPerSecond moved bytes over the time of the handoff
     */
    public record Move(
            long movedBytes,
            long publishMillis,
            long handoffMillis,
            long transferBytes,
            long changelogBytes,
            double writtenOverMoved,
            double bytesPerSecond) {}

    /**
     * Records that came during the loaded growth.
     *
     * @param most records per second that the application could take
     * @param rate records per second that were sent
     * @param records in all, whose totals were checked
     * @param dip part of the throughput of keys that stayed that was missing while the state moved
     * @param staying latencies of keys that stayed
     * @param moving latencies of keys that moved
     */
    public record Load(double most, double rate, long records, double dip, Latencies staying, Latencies moving) {}

    /**
     * From when a record was due to when a consumer saw it in a total, 99th percentiles in milliseconds.
     *
     * @param duringMax the longest while the state moved
     */
    public record Latencies(double before, double during, double after, double duringMax) {}

    /**
     * The other ways.
     *
     * @param rawBytesPerSecond moved bytes over the time to copy the same messages from topic to topic, in transactions
     * @param rawMillis that time
     * @param reprocessMillis for an application of the DSL with one partition more to start, read the whole input again and
     *     have all totals; without any before
     * @param copyMillis to copy all changelog records into one with a partition more, and start an application on it
     * @param copiedBytes that it copied
     */
    public record Rivals(
            double rawBytesPerSecond, long rawMillis, long reprocessMillis, long copyMillis, long copiedBytes) {}
}
