/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.Tally.Sum;
import io.slipring.processor.audit.AuditReport;
import io.slipring.processor.audit.AuditRequest;
import io.slipring.processor.audit.Auditor;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.testkit.EmbeddedBroker;
import io.slipring.testkit.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Final results of windows while a key is split and joined, a shard is added, processes are killed and partitions go quiet. */
class WindowsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final int SHARDS = 7;
    private static final int PER_SECOND = 2_000;
    private static final long WINDOW = 1_000;
    /** Records of a task that was quiet must be shipped while others take so many: five seconds. */
    private static final long GRACE = 10_000;

    private static final long RECORDS = 56_000;
    /** After so many there is one key only, until it is so many more. */
    private static final long QUIET_FROM = 36_000;

    private static final long QUIET_TO = 50_000;
    private static final long FAR = 1L << 40;
    private static final String CELEBRITY = "celebrity";

    @TempDir
    Path directory;

    /** A record is a millisecond after the one before it. */
    private static final class Times implements NumbersProducer.Timing {
        @Override
        public Long at(long count) {
            return count;
        }

        @Override
        public String tallied(String key, @Nullable Long time) {
            return key + "@" + (time == null ? -1 : time / WINDOW * WINDOW);
        }
    }

    /** Every third record is the celebrity's; all are while the others are quiet. */
    private static final class Keys implements Function<Random, String> {
        private long count;

        @Override
        public String apply(Random random) {
            boolean quiet = count >= QUIET_FROM && count < QUIET_TO;
            count++;
            return quiet || random.nextInt(3) == 0 ? CELEBRITY : "key-" + random.nextInt(60);
        }
    }

    @Test
    void final_splitsGrowthKillsAndQuietPartitions_isOneExactResultPerKeyAndWindow() throws Exception {
        Numbers names = new Numbers("windows");
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            NumbersCluster cluster = new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1);
            cluster.create(SHARDS);
            List<JavaProcess> apps = new ArrayList<>();
            try (NumbersProducer producer = NumbersProducer.timed(
                            names, broker.bootstrapServers(), PER_SECOND, new Keys(), new Times());
                    KafkaConsumer<String, String> output = output(names, broker)) {
                Map<String, List<Sum>> results = new TreeMap<>();
                apps.add(app(names, broker, 0));
                apps.add(app(names, broker, 1));

                at(producer, 8_000, 14_000, () -> cluster.split(CELEBRITY, SHARDS));
                at(producer, 14_000, 20_000, () -> restart(apps, names, broker, 0));
                at(producer, 20_000, 26_000, () -> cluster.addShards(1));
                at(producer, 22_000, 30_000, () -> restart(apps, names, broker, 1));
                at(producer, 30_000, QUIET_TO, () -> cluster.split(CELEBRITY, 1));
                producer.awaitSent(QUIET_TO, PATIENCE);
                String before = CELEBRITY + "@" + (QUIET_FROM + WINDOW);
                Awaitility.await("results of windows in which seven of eight partitions were quiet")
                        .atMost(PATIENCE)
                        .until(() -> read(output, results).containsKey(before));
                producer.allow(RECORDS);
                producer.awaitSent(RECORDS, PATIENCE);
                producer.stop();
                end(names, broker);

                Map<String, Sum> wanted = producer.tally().sums();
                Awaitility.await("a result for each key and window")
                        .atMost(PATIENCE)
                        .until(() -> read(output, results).size() >= wanted.size());
                cluster.awaitSettled(PATIENCE);
                AuditReport audit = new Auditor(ControlTopicConfig.at(broker.bootstrapServers()))
                        .audit(AuditRequest.of(names.applicationId()));
                assertThat(audit.findings()).isEmpty();
                // Nothing was late, so all that expired is in results; what is left are the records that ended the
                // rest.
                assertThat(read(output, results)).isEqualTo(once(wanted));
                assertThat(audit.tasks().stream()
                                .mapToLong(AuditReport.Task::expired)
                                .sum())
                        .isEqualTo(RECORDS);
                assertThat(audit.tasks().stream()
                                .mapToLong(AuditReport.Task::home)
                                .sum())
                        .isEqualTo(SHARDS + 1);
                assertThat(apps).allMatch(JavaProcess::isAlive);
            } finally {
                apps.forEach(JavaProcess::close);
            }
        }
    }

    /** After so many records lets the producer go on, up to so many, while something happens. */
    private static void at(NumbersProducer producer, long records, long next, Runnable event) {
        producer.allow(Math.max(records, next));
        producer.awaitSent(records, PATIENCE);
        event.run();
    }

    private void restart(List<JavaProcess> apps, Numbers names, EmbeddedBroker broker, int instance) {
        apps.get(instance).kill9();
        apps.get(instance).close();
        apps.set(instance, app(names, broker, instance));
    }

    private JavaProcess app(Numbers names, EmbeddedBroker broker, int instance) {
        return SummingApp.fork(
                names,
                broker.bootstrapServers(),
                directory.resolve("app-" + instance),
                Map.of(
                        SummingApp.WINDOW_MS,
                        String.valueOf(WINDOW),
                        SummingApp.GRACE_MS,
                        String.valueOf(GRACE),
                        SlipringConfig.IDLE_MS_CONFIG,
                        "6000",
                        SlipringConfig.MARK_INTERVAL_MS_CONFIG,
                        "200",
                        SlipringConfig.PROGRESS_INTERVAL_MS_CONFIG,
                        "500"));
    }

    /** Sends each partition a record by which all windows before are over. */
    private static void end(Numbers names, EmbeddedBroker broker) throws ExecutionException, InterruptedException {
        try (KafkaProducer<String, Long> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()), new StringSerializer(), new LongSerializer())) {
            for (int partition = 0; partition <= SHARDS; partition++) {
                producer.send(new ProducerRecord<>(names.input(), partition, FAR, "end", 0L))
                        .get();
            }
        }
    }

    private static KafkaConsumer<String, String> output(Numbers names, EmbeddedBroker broker) {
        KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed"),
                new StringDeserializer(),
                new StringDeserializer());
        List<TopicPartition> all = IntStream.range(
                        0, consumer.partitionsFor(names.output()).size())
                .mapToObj(partition -> new TopicPartition(names.output(), partition))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        return consumer;
    }

    private static Map<String, List<Sum>> read(KafkaConsumer<String, String> output, Map<String, List<Sum>> results) {
        for (ConsumerRecord<String, String> result : output.poll(Duration.ofMillis(200))) {
            String[] words = result.value().split(" ", 2);
            results.computeIfAbsent(result.key(), key -> new ArrayList<>())
                    .add(new Sum(Long.parseLong(words[0]), Long.parseLong(words[1])));
        }
        return results;
    }

    private static Map<String, List<Sum>> once(Map<String, Sum> wanted) {
        return wanted.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, sum -> List.of(sum.getValue())));
    }
}
