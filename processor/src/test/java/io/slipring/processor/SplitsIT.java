/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.testkit.Broker;
import io.slipring.testkit.JavaProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Splits a key 1, 8, 2 and 1 way under load while processes of the application are killed. {@code -Dslipring.splits.records=N
 * -Dslipring.splits.kills=N} make it larger.
 */
class SplitsIT {
    private static final long RECORDS = Long.getLong("slipring.splits.records", 200_000);
    private static final int KILLS = Integer.getInteger("slipring.splits.kills", 3);
    private static final int PER_SECOND = 6_000;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int SHARDS = 8;
    private static final String KEY = "celebrity";

    /** At so much of the records the key is split so many ways. */
    private static final TreeMap<Double, Integer> WAYS = new TreeMap<>(Map.of(0.2, 8, 0.55, 2, 0.8, 1));

    @TempDir
    Path directory;

    @Test
    void split_oneEightTwoOneUnderLoadWithKills_countsEveryRecordOnce() {
        Numbers names = new Numbers("splits");
        try (Broker broker = Broker.start()) {
            NumbersCluster cluster = new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1);
            cluster.create(SHARDS);
            List<JavaProcess> apps = new ArrayList<>();
            try (NumbersProducer producer = NumbersProducer.ofOneKey(
                            names, broker.bootstrapServers(), KEY, PER_SECOND, RECORDS, Map.of("batch.size", 1_000));
                    Results results = new Results(names, broker.bootstrapServers())) {
                apps.add(app(names, broker, 0));
                apps.add(app(names, broker, 1));
                TreeMap<Double, Runnable> events = new TreeMap<>();
                WAYS.forEach((at, ways) -> events.put(at, () -> cluster.split(KEY, ways)));
                for (int kill = 0; kill < KILLS; kill++) {
                    int instance = kill % 2;
                    events.put((kill + 0.9) / (KILLS + 1), () -> {
                        apps.get(instance).kill9();
                        apps.get(instance).close();
                        apps.set(instance, app(names, broker, instance));
                    });
                }
                events.forEach((at, event) -> {
                    producer.allow(records(at));
                    producer.awaitSent(records(at), PATIENCE);
                    // However long it takes, the producer sends meanwhile, but not beyond the next.
                    Double next = events.higherKey(at);
                    producer.allow(next == null ? RECORDS : records(next));
                    event.run();
                });
                producer.awaitSent(RECORDS, PATIENCE);
                producer.stop();

                assertThat(producer.tally().records()).isEqualTo(RECORDS);
                results.awaitExactly(producer.tally(), PATIENCE);
                cluster.awaitSettled(PATIENCE);
                // All in one task, so nothing of the key is left anywhere else.
                assertThat(results.readState(new TreeSet<>()).get(KEY))
                        .isEqualTo(producer.tally().sums().get(KEY));
                assertThat(apps).allMatch(JavaProcess::isAlive);
                long[] counts = plainlyConsumed(names, broker);
                assertThat(counts).hasSize(SHARDS).doesNotContain(0);
            } finally {
                apps.forEach(JavaProcess::close);
            }
        }
    }

    private static long records(double share) {
        return (long) (share * RECORDS);
    }

    private JavaProcess app(Numbers names, Broker broker, int instance) {
        return SummingApp.fork(
                names,
                broker.bootstrapServers(),
                directory.resolve("app-" + instance),
                Map.of(SlipringConfig.PROGRESS_INTERVAL_MS_CONFIG, "500"));
    }

    /** Reads the input with a consumer that knows nothing of rings; returns the records by partition. */
    private static long[] plainlyConsumed(Numbers names, Broker broker) {
        long[] counts = new long[SHARDS];
        byte[] key = KEY.getBytes(StandardCharsets.UTF_8);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            Set<TopicPartition> all = new HashSet<>();
            for (int partition = 0; partition < SHARDS; partition++) {
                all.add(new TopicPartition(names.input(), partition));
            }
            consumer.assign(all);
            consumer.seekToBeginning(all);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            long read = 0;
            while (read < RECORDS) {
                assertThat(System.nanoTime() < deadline)
                        .as("%d of %d records read within %s", read, RECORDS, PATIENCE)
                        .isTrue();
                for (ConsumerRecord<byte[], byte[]> next : consumer.poll(Duration.ofMillis(200))) {
                    assertThat(next.key()).isEqualTo(key);
                    counts[next.partition()]++;
                    read++;
                }
            }
        }
        return counts;
    }
}
