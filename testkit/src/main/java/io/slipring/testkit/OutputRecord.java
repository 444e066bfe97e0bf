/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record that a topology wrote in a {@link ShardedTopologyDriver}.
 *
 * @param shard the partition whose driver wrote it
 * @param partition the partition to which it was written, from 0
 * @param key null if the record has none
 * @param value null for a tombstone
 * @param timestamp milliseconds since the epoch
 * @param headers the record's headers, maybe empty
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public record OutputRecord<K, V>(
        int shard, int partition, @Nullable K key, @Nullable V value, long timestamp, Headers headers) {
    /** Checks the components. */
    public OutputRecord {
        Objects.requireNonNull(headers, "headers");
    }
}
