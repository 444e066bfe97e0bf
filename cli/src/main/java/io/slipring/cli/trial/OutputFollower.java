/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.trial;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads the output topic from its start, committed transactions only, in a thread of its own. */
public final class OutputFollower implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final OutputLedger ledger = new OutputLedger();
    private final List<TopicPartition> partitions;
    private final Map<String, Object> client;
    private final Thread thread;
    private final CompletableFuture<OutputLedger> result = new CompletableFuture<>();
    private volatile long records;
    private volatile boolean stopping;

    /**
     * Starts following.
     *
     * @param client settings of a client of the brokers
     * @param partitions all of the output topic
     */
    public OutputFollower(Map<String, Object> client, List<TopicPartition> partitions) {
        this.client = client;
        this.partitions = partitions;
        this.thread = new Thread(this::run, "trial-output");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try (Consumer<String, byte[]> consumer = consumer()) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!stopping || !atEnd(consumer)) {
                for (ConsumerRecord<String, byte[]> update : consumer.poll(POLL)) {
                    ledger.add(update.key(), update.value());
                }
                records = ledger.records();
            }
            result.complete(ledger);
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    private boolean atEnd(Consumer<String, byte[]> consumer) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        return partitions.stream()
                .allMatch(partition -> consumer.position(partition) >= ends.getOrDefault(partition, 0L));
    }

    private Consumer<String, byte[]> consumer() {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                IsolationLevel.READ_COMMITTED.toString().toLowerCase(Locale.ROOT));
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /** Records behind the updates read so far. */
    public long records() {
        return records;
    }

    /** Reads on to the present end of the topic, and stops. */
    public OutputLedger finish() {
        stopping = true;
        return result.join();
    }

    @Override
    public void close() {
        stopping = true;
        thread.interrupt();
    }
}
