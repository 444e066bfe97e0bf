/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import org.jspecify.annotations.Nullable;

/** Picks the partition of a record from its serialized form, for a topic of a {@link ShardedTopologyDriver}. */
@FunctionalInterface
public interface RecordRouter {
    /**
     * Picks a partition.
     *
     * @param key the serialized key, null for a record without one; not to be changed
     * @param value the serialized value, null for a tombstone; not to be changed
     * @param partitions how many partitions the topic has now
     * @return from 0 to {@code partitions} - 1
     */
    int partition(byte @Nullable [] key, byte @Nullable [] value, int partitions);
}
