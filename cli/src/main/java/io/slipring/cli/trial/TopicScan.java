/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.trial;

import io.slipring.cli.command.CommandFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic from its start to its present end, committed transactions only. */
public final class TopicScan {
    private static final Duration POLL = Duration.ofMillis(200);

    private TopicScan() {}

    /**
     * Reads all partitions; each one's records come in order.
     *
     * @param client settings of a client of the brokers
     * @param patience how long nothing may come before the end is reached
     * @throws CommandFailure if nothing came for that long; names the partitions that were not read to their ends
     */
    public static void read(
            Map<String, Object> client,
            String topic,
            Duration patience,
            Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(client)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Patience waiting = new Patience(patience);
            while (true) {
                consumer.poll(POLL).forEach(reader);
                Map<TopicPartition, Long> left = new HashMap<>(ends);
                left.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
                if (left.isEmpty()) {
                    return;
                }
                if (waiting.lost(
                        partitions.stream().mapToLong(consumer::position).sum())) {
                    throw new CommandFailure("waited " + patience.toSeconds() + " s for records of " + topic
                            + " up to the offsets " + left);
                }
            }
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> client) {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                IsolationLevel.READ_COMMITTED.toString().toLowerCase(Locale.ROOT));
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
