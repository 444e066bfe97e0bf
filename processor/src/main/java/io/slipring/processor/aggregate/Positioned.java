/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.Comparator;

/**
 * A value with the place of its record: what {@link Aggregators#first} and {@link Aggregators#last} tell records apart by.
 *
 * @param timestamp of the record, in milliseconds since the Unix epoch
 * @param topic its source topic; empty if it doesn't come of one
 * @param partition in the topic; -1 if it doesn't come of one
 * @param offset in the partition; -1 if it doesn't come of one
 */
public record Positioned<V>(V value, long timestamp, String topic, int partition, long offset) {
    /** By timestamp, then topic, partition and offset. */
    static <V> Comparator<Positioned<V>> order() {
        return Comparator.<Positioned<V>>comparingLong(Positioned::timestamp)
                .thenComparing(Positioned::topic)
                .thenComparingInt(Positioned::partition)
                .thenComparingLong(Positioned::offset);
    }
}
