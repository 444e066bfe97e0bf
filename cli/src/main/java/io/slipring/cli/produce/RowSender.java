/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.input.KeyedRow;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Sends rows to a topic and keeps account of what the brokers acknowledged. The first row that can't be delivered ends the
 * sending. One thread sends; any thread may read the account.
 */
public final class RowSender implements AutoCloseable {
    private final Producer<String, String> producer;
    private final String topic;
    private final Map<Integer, Acknowledged> partitions = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable CommandFailure> failure = new AtomicReference<>();
    private long sent;

    /** Sends with a producer, which the sender owns from here on. */
    public RowSender(Producer<String, String> producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    /**
     * Hands a row to the producer; returns before it is acknowledged.
     *
     * @throws CommandFailure if this row or one before it can't be delivered; names its line
     */
    public void send(KeyedRow row) {
        check();
        long line = row.line();
        try {
            // The callback tells the outcome.
            var unused = producer.send(new ProducerRecord<>(topic, row.key(), row.value()), (metadata, error) -> {
                if (error != null) {
                    failure.compareAndSet(null, undelivered(line, error));
                } else {
                    acknowledge(metadata);
                }
            });
        } catch (KafkaException e) {
            throw undelivered(line, e);
        }
        sent++;
    }

    /**
     * Waits until all rows are acknowledged.
     *
     * @throws CommandFailure if one can't be delivered
     */
    public void finish() {
        producer.flush();
        check();
        long acknowledged = acknowledged();
        if (acknowledged != sent) {
            throw new CommandFailure("%d rows were sent to topic %s, but only %d were acknowledged"
                    .formatted(sent, topic, acknowledged));
        }
    }

    private void check() {
        CommandFailure known = failure.get();
        if (known != null) {
            throw known;
        }
    }

    private CommandFailure undelivered(long line, Exception error) {
        return new CommandFailure(
                "the row of line %d can't be delivered to topic %s: %s".formatted(line, topic, error.getMessage()),
                error);
    }

    private void acknowledge(RecordMetadata metadata) {
        partitions
                .computeIfAbsent(metadata.partition(), partition -> new Acknowledged())
                .add(metadata.offset());
    }

    /** Rows acknowledged so far. */
    public long acknowledged() {
        return partitions.values().stream().mapToLong(Acknowledged::count).sum();
    }

    /** Rows acknowledged so far, by partition. */
    public Map<Integer, Long> acknowledgedByPartition() {
        Map<Integer, Long> counts = new TreeMap<>();
        partitions.forEach((partition, acknowledged) -> counts.put(partition, acknowledged.count()));
        return counts;
    }

    /** The offset behind the last acknowledged row of a partition; 0 if there is none. */
    public long endOffset(int partition) {
        Acknowledged acknowledged = partitions.get(partition);
        return acknowledged == null ? 0 : acknowledged.endOffset.get();
    }

    @Override
    public void close() {
        producer.close(failure.get() == null ? Duration.ofSeconds(30) : Duration.ZERO);
    }

    /** What a partition has acknowledged. */
    private static final class Acknowledged {
        private final LongAdder count = new LongAdder();
        private final AtomicLong endOffset = new AtomicLong();

        void add(long offset) {
            endOffset.accumulateAndGet(offset + 1, Math::max);
            count.increment();
        }

        long count() {
            return count.sum();
        }
    }
}
