/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Copies committed records from one topic to another in transactions, as fast as a consumer and a producer can. */
final class Copying {
    private final BenchCluster cluster;
    private final Duration commit;

    Copying(BenchCluster cluster, Duration commit) {
        this.cluster = cluster;
        this.commit = commit;
    }

    /**
     * Copies.
     *
     * @param from where to begin in each partition
     * @param samePartition whether a record keeps its partition; otherwise its key decides, as Kafka's producers do
     * @return key and value bytes of what was copied
     */
    long copy(Map<TopicPartition, Long> from, String to, boolean samePartition) {
        Map<String, Object> reading = new HashMap<>(cluster.client());
        reading.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        reading.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        Map<String, Object> writing = new HashMap<>(cluster.client());
        writing.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "copy-to-" + to);
        // As large as what it copies, which is how Kafka Streams sends transfers, too.
        writing.put(ProducerConfig.BATCH_SIZE_CONFIG, 1 << 18);
        writing.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        try (KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer())) {
            consumer.assign(from.keySet());
            from.forEach(consumer::seek);
            Map<TopicPartition, Long> ends = consumer.endOffsets(from.keySet());
            producer.initTransactions();
            producer.beginTransaction();
            long begun = System.nanoTime();
            long bytes = 0;
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> next : consumer.poll(Duration.ofMillis(100))) {
                    bytes += size(next.key()) + size(next.value());
                    Integer partition = samePartition ? next.partition() : null;
                    var unused = producer.send(new ProducerRecord<>(to, partition, next.key(), next.value()));
                }
                if (System.nanoTime() - begun > TimeUnit.MILLISECONDS.toNanos(commit.toMillis())) {
                    producer.commitTransaction();
                    producer.beginTransaction();
                    begun = System.nanoTime();
                }
            }
            producer.commitTransaction();
            return bytes;
        }
    }

    private static long size(byte @Nullable [] part) {
        return part == null ? 0 : part.length;
    }
}
