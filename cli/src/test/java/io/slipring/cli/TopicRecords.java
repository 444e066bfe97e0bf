/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import io.slipring.testkit.Broker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/** What a topic holds: all committed records, up to where it ends now. */
final class TopicRecords {
    private TopicRecords() {}

    /** All of them in memory, keys and values alike. */
    static <T> List<ConsumerRecord<T, T>> read(
            Broker broker, String topic, int partitions, Deserializer<T> deserializer) {
        List<ConsumerRecord<T, T>> records = new ArrayList<>();
        forEach(broker, topic, partitions, deserializer, records::add);
        return records;
    }

    /** One by one. */
    static <T> void forEach(
            Broker broker,
            String topic,
            int partitions,
            Deserializer<T> deserializer,
            Consumer<ConsumerRecord<T, T>> action) {
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        try (KafkaConsumer<T, T> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed"),
                deserializer,
                deserializer)) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(100)).forEach(action);
            }
        }
    }
}
