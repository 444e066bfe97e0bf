/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Records that were written to topics which the topology reads, and not yet read: in order for each partition. */
final class InFlight {
    private final SortedMap<TopicPartition, Deque<ProducerRecord<byte[], byte[]>>> queues =
            new TreeMap<>(Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition));

    void add(TopicPartition to, ProducerRecord<byte[], byte[]> record) {
        queues.computeIfAbsent(to, partition -> new ArrayDeque<>()).add(record);
    }

    /** Returns and forgets all that is under way to one partition. */
    List<ProducerRecord<byte[], byte[]>> take(TopicPartition to) {
        Deque<ProducerRecord<byte[], byte[]>> queue = queues.remove(to);
        return queue == null ? List.of() : List.copyOf(queue);
    }

    /** Returns the partitions to which anything is under way, in a fixed order. */
    List<TopicPartition> destinations() {
        return List.copyOf(queues.keySet());
    }

    int size() {
        return queues.values().stream().mapToInt(Deque::size).sum();
    }

    @Override
    public String toString() {
        return queues.entrySet().stream()
                .map(entry -> entry.getValue().size() + " to " + entry.getKey())
                .collect(Collectors.joining(", "));
    }
}
