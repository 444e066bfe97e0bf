/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.Tally.Sum;
import io.slipring.processor.audit.AuditReport;
import io.slipring.processor.audit.AuditRequest;
import io.slipring.processor.audit.Auditor;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.testkit.Broker;
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
import java.util.function.ToLongFunction;
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
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int SHARDS = 7;
    private static final int PER_SECOND = 1_000;
    /** Of the records' time, from one to the next: it goes twice as fast as the clock. */
    private static final long STEP = 2;

    private static final long WINDOW = 1_000;
    /** Records of a task that was quiet must be shipped before others are so far ahead: five seconds. */
    private static final long GRACE = 10_000;

    /** Now, as brokers delete records that seem to be old, and refuse those that are an hour ahead. */
    private static final long START = System.currentTimeMillis() / WINDOW * WINDOW;

    private static final long FAR = START + Duration.ofMinutes(50).toMillis();
    private static final String CELEBRITY = "celebrity";

    @TempDir
    Path directory;

    private static final class Times implements NumbersProducer.Timing {
        @Override
        public Long at(long count) {
            return START + count * STEP;
        }

        @Override
        public String tallied(String key, @Nullable Long time) {
            return result(key, time == null ? -1 : time);
        }
    }

    /** Every third record is the celebrity's; all are while the others are quiet. */
    private static final class Keys implements Function<Random, String> {
        private volatile boolean quiet;

        @Override
        public String apply(Random random) {
            return quiet || random.nextInt(3) == 0 ? CELEBRITY : "key-" + random.nextInt(60);
        }
    }

    private static String result(String key, long time) {
        return key + "@" + time / WINDOW * WINDOW;
    }

    @Test
    void final_splitsGrowthKillsAndQuietPartitions_isOneExactResultPerKeyAndWindow() throws Exception {
        Numbers names = new Numbers("windows");
        try (Broker broker = Broker.start()) {
            NumbersCluster cluster = new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1);
            cluster.create(SHARDS);
            List<JavaProcess> apps = new ArrayList<>();
            Keys keys = new Keys();
            try (NumbersProducer producer =
                            NumbersProducer.timed(names, broker.bootstrapServers(), PER_SECOND, keys, new Times());
                    KafkaConsumer<String, String> output = output(names, broker)) {
                Map<String, List<Sum>> results = new TreeMap<>();
                apps.add(app(names, broker, 0));
                apps.add(app(names, broker, 1));
                // It never pauses, so that no partition seems idle whose task is down.
                producer.allow(Long.MAX_VALUE);

                List<Runnable> events = List.of(
                        () -> cluster.split(CELEBRITY, SHARDS),
                        () -> restart(apps, names, broker, 0),
                        () -> cluster.addShards(1),
                        () -> restart(apps, names, broker, 1),
                        () -> cluster.split(CELEBRITY, 1));
                for (Runnable event : events) {
                    producer.awaitSent(producer.tally().records() + PER_SECOND, PATIENCE);
                    event.run();
                }
                cluster.awaitSettled(PATIENCE);
                keys.quiet = true;
                String quiet = result(CELEBRITY, START + producer.tally().records() * STEP + 2 * WINDOW);
                Awaitility.await("the result of a window in which seven of eight partitions were quiet: " + quiet)
                        .atMost(PATIENCE)
                        .until(() -> read(output, results).containsKey(quiet));
                keys.quiet = false;
                producer.awaitSent(producer.tally().records() + 5 * PER_SECOND, PATIENCE);
                producer.stop();
                long records = producer.tally().records();
                Awaitility.await("all records to be read")
                        .atMost(PATIENCE)
                        .until(() -> total(audit(names, broker), AuditReport.Task::consumed) == records);
                end(names, broker);

                Map<String, Sum> wanted = producer.tally().sums();
                Awaitility.await("a result for each key and window")
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(missing(wanted, read(output, results)))
                                .as(() -> "of " + wanted.size() + "; tasks " + figures(names, broker))
                                .isEmpty());
                cluster.awaitSettled(PATIENCE);
                AuditReport audit = audit(names, broker);
                assertThat(audit.findings()).isEmpty();
                // Nothing was late, so all that expired is in results; what is left are the records that ended the
                // rest.
                assertThat(read(output, results)).isEqualTo(once(wanted));
                assertThat(total(audit, AuditReport.Task::expired)).isEqualTo(records);
                assertThat(total(audit, AuditReport.Task::home)).isEqualTo(SHARDS + 1);
                assertThat(apps).allMatch(JavaProcess::isAlive);
            } finally {
                apps.forEach(JavaProcess::close);
            }
        }
    }

    private static long total(AuditReport audit, ToLongFunction<AuditReport.Task> figure) {
        return audit.tasks().stream().mapToLong(figure).sum();
    }

    private void restart(List<JavaProcess> apps, Numbers names, Broker broker, int instance) {
        apps.get(instance).kill9();
        apps.get(instance).close();
        apps.set(instance, app(names, broker, instance));
    }

    private JavaProcess app(Numbers names, Broker broker, int instance) {
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
    private static void end(Numbers names, Broker broker) throws ExecutionException, InterruptedException {
        try (KafkaProducer<String, Long> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()), new StringSerializer(), new LongSerializer())) {
            for (int partition = 0; partition <= SHARDS; partition++) {
                producer.send(new ProducerRecord<>(names.input(), partition, FAR, "end", 0L))
                        .get();
            }
        }
    }

    private static KafkaConsumer<String, String> output(Numbers names, Broker broker) {
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

    private static Map<String, Sum> missing(Map<String, Sum> wanted, Map<String, List<Sum>> results) {
        Map<String, Sum> missing = new TreeMap<>(wanted);
        missing.keySet().removeAll(results.keySet());
        return missing;
    }

    /** What the tasks count, by partition: consumed, expired, at home. */
    private static String figures(Numbers names, Broker broker) {
        return audit(names, broker).tasks().stream()
                .map(task -> "%d: %d %d %d".formatted(task.partition(), task.consumed(), task.expired(), task.home()))
                .collect(Collectors.joining(", "));
    }

    private static AuditReport audit(Numbers names, Broker broker) {
        return new Auditor(ControlTopicConfig.at(broker.bootstrapServers()))
                .audit(AuditRequest.of(names.applicationId()));
    }

    private static Map<String, List<Sum>> once(Map<String, Sum> wanted) {
        return wanted.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, sum -> List.of(sum.getValue())));
    }
}
