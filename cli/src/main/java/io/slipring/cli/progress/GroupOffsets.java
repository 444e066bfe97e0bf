/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a consumer group is in its topics. Transaction markers take offsets too, so a lag may be a few above the records.
 *
 * @param committed committed offsets
 * @param earliest first offset of the partitions
 * @param latest offset behind the last committed record of the partitions
 */
public record GroupOffsets(
        Map<TopicPartition, Long> committed, Map<TopicPartition, Long> earliest, Map<TopicPartition, Long> latest) {
    /** Nothing is known. */
    public static final GroupOffsets UNKNOWN = new GroupOffsets(Map.of(), Map.of(), Map.of());

    public GroupOffsets {
        committed = Map.copyOf(committed);
        earliest = Map.copyOf(earliest);
        latest = Map.copyOf(latest);
    }

    /** Offsets between what the group has committed and the partition's end; empty if that is not known. */
    public OptionalLong lag(TopicPartition partition) {
        Long end = latest.get(partition);
        Long start = committed.containsKey(partition) ? committed.get(partition) : earliest.get(partition);
        return end == null || start == null ? OptionalLong.empty() : OptionalLong.of(Math.max(0, end - start));
    }
}
