/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads committed totals from an application's output, and keeps the last of each key, and when how many records were in
 * totals. Used by one thread at a time.
 */
final class OutputReader implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final KafkaConsumer<String, byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final long[] counts;
    private final long[] sums;
    private final TreeMap<Long, Long> settled = new TreeMap<>();
    private Listener listener = (key, count) -> {};
    private long records;

    /** Told of a key's new count. */
    interface Listener {
        void arrived(int key, long count);
    }

    OutputReader(BenchCluster cluster, AppSpec spec, int keys) {
        Map<String, Object> config = new HashMap<>(cluster.client());
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10_000);
        consumer = new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer());
        partitions = IntStream.range(0, spec.partitions())
                .mapToObj(partition -> new TopicPartition(spec.output(), partition))
                .toList();
        consumer.assign(partitions);
        counts = new long[keys];
        sums = new long[keys];
    }

    void listen(Listener told) {
        listener = told;
    }

    /** Takes what there is. */
    void poll(Duration timeout) {
        for (ConsumerRecord<String, byte[]> update : consumer.poll(timeout)) {
            Total total = Total.read(update.value());
            int key = Load.index(update.key());
            long more = total.count() - counts[key];
            records += more;
            settled.merge(update.timestamp(), more, Long::sum);
            counts[key] = total.count();
            sums[key] = total.sum();
            listener.arrived(key, total.count());
        }
    }

    /**
     * Waits until the output has not grown for two commits, and so many records are in it; hardly reads until then, so that
     * the application has the machine.
     */
    void awaitQuiet(long wanted, Duration commit, Duration patience, AppProcess app) {
        long deadline = System.nanoTime() + patience.toNanos();
        long quiet = commit.multipliedBy(2).plusMillis(300).toNanos();
        long end = -1;
        long since = System.nanoTime();
        while (true) {
            app.requireAlive();
            long now = end();
            if (now != end) {
                end = now;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > quiet) {
                drain();
                if (records >= wanted) {
                    return;
                }
                since = System.nanoTime();
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("Waited " + patience + " for " + wanted + " records in totals of "
                        + partitions.get(0).topic() + ", it has " + records);
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** Where the output ends, transactions under way and all. */
    private long end() {
        return consumer.endOffsets(partitions).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Takes all that is committed by now. */
    void drain() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            poll(Duration.ofMillis(100));
        }
    }

    /** Records in the totals so far. */
    long records() {
        return records;
    }

    /** When the last total was written, by the broker's wall clock. */
    long lastMillis() {
        return settled.lastKey();
    }

    /** How many records were in totals at some moments, in order. */
    List<Moment> curve() {
        List<Moment> curve = new ArrayList<>();
        long sum = 0;
        for (Map.Entry<Long, Long> more : settled.entrySet()) {
            sum += more.getValue();
            curve.add(new Moment(more.getKey(), sum));
        }
        return curve;
    }

    /**
     * A point of the curve.
     *
     * @param millis by the broker's wall clock
     */
    record Moment(long millis, long records) {}

    long[] counts() {
        return counts.clone();
    }

    /**
     * Checks every key.
     *
     * @throws IllegalStateException naming the first that is wrong
     */
    void requireExactly(Expected expected) {
        for (int key = 0; key < counts.length; key++) {
            if (!expected.matches(key, counts[key], sums[key])) {
                throw new IllegalStateException("The total of " + Load.key(key) + " in "
                        + partitions.get(0).topic() + " is wrong: count " + counts[key] + ", sum " + sums[key]);
            }
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
