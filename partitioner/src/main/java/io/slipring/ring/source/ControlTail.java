/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads the control topic from its first record on, committed records only, without a group. Not thread-safe.
 *
 * <p>The end that counts is the last stable offset at the time of opening or of {@link #moveEnd}, and it is the consumer's position that is
 * compared with it: compaction and transaction markers leave offsets without a record, the last one among them.
 */
final class ControlTail implements AutoCloseable {
    private static final Map<String, Object> REQUIRED = Map.of(
            ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false,
            ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private long end;

    private ControlTail(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long end) {
        this.consumer = consumer;
        this.partition = partition;
        this.end = end;
    }

    /** Checks the topic and goes to its start. */
    static ControlTail open(ControlTopicConfig config, Deadline deadline) {
        ControlTopic.check(config, deadline);
        return openUnchecked(config, deadline);
    }

    /** Goes to the start of a topic that exists, whatever its settings are. */
    static ControlTail openUnchecked(ControlTopicConfig config, Deadline deadline) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                config.clientFor("reader", REQUIRED), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            TopicPartition partition = new TopicPartition(config.topic(), 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            return new ControlTail(consumer, partition, end(consumer, partition, deadline));
        } catch (RuntimeException e) {
            close(consumer);
            throw e;
        }
    }

    /** The next records, in order; may be empty. */
    List<ConsumerRecord<byte[], byte[]>> poll(Duration wait) {
        return consumer.poll(wait).records(partition);
    }

    /** Makes the topic's present end the one that counts. */
    void moveEnd(Deadline deadline) {
        end = end(consumer, partition, deadline);
    }

    private static long end(KafkaConsumer<?, ?> consumer, TopicPartition partition, Deadline deadline) {
        Long end = consumer.endOffsets(List.of(partition), deadline.remaining()).get(partition);
        return end == null ? 0 : end;
    }

    /** Whether everything that was committed when this was opened, or its end last moved, has been returned. */
    boolean atEnd(Deadline deadline) {
        return consumer.position(partition, deadline.remaining()) >= end;
    }

    @Override
    public void close() {
        close(consumer);
    }

    private static void close(KafkaConsumer<?, ?> consumer) {
        // An interrupt is how a reader's thread is told to end; it must not keep sockets from being closed.
        boolean interrupted = Thread.interrupted();
        try {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
