/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.Tally.Sum;
import io.slipring.processor.audit.AuditReport;
import io.slipring.processor.audit.AuditRequest;
import io.slipring.processor.audit.Auditor;
import io.slipring.processor.audit.Eraser;
import io.slipring.processor.audit.ErasureReport;
import io.slipring.processor.audit.ErasureReport.Outcome;
import io.slipring.ring.ShardId;
import io.slipring.ring.Tokens;
import io.slipring.ring.VnodeSet;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.testkit.Broker;
import io.slipring.testkit.JavaProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Erases a key that was split, moved and joined again, while the application counts others and loses a process. */
class EraseIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int SHARDS = 4;
    private static final String KEY = "celebrity-to-be-forgotten";
    private static final long RECORDS = 20_000;
    private static final Map<String, String> OFTEN =
            Map.of(SlipringConfig.PURGE_INTERVAL_MS_CONFIG, "1000", SlipringConfig.PROGRESS_INTERVAL_MS_CONFIG, "500");

    @TempDir
    Path directory;

    @Test
    void erase_keySplitMovedAndJoined_leavesNothingOfItAnywhereAndAllOfTheOthers() throws Exception {
        Numbers names = new Numbers("erase");
        try (Broker broker = Broker.start(Map.of("log.cleaner.backoff.ms", "500"))) {
            NumbersCluster cluster = new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1);
            cluster.create(SHARDS);
            try (JavaProcess victim = app(names, broker, "victim");
                    JavaProcess survivor = app(names, broker, "survivor");
                    NumbersProducer others = NumbersProducer.byRing(names, broker.bootstrapServers(), 1, 1_000);
                    NumbersProducer celebrity = NumbersProducer.ofOneKey(
                            names, broker.bootstrapServers(), KEY, 2_000, RECORDS, Map.of("batch.size", 1_000));
                    Results results = new Results(names, broker.bootstrapServers())) {
                splitMoveAndJoin(cluster, celebrity);
                try (NumbersProducer stranger = NumbersProducer.byDefault(names, broker.bootstrapServers(), 2, 500)) {
                    Awaitility.await("all records of the key")
                            .atMost(PATIENCE)
                            .until(() -> celebrity
                                    .tally()
                                    .sums()
                                    .get(KEY)
                                    .equals(results.readOutput(Duration.ofMillis(200))
                                            .get(KEY)));

                    victim.kill9();
                    ErasureReport report =
                            eraser(broker, PATIENCE).erase(names.applicationId(), Optional.empty(), key());

                    assertThat(report.outcome()).as(report.toString()).isEqualTo(Outcome.GONE);
                    assertThat(report.records()).isEqualTo(RECORDS);
                    assertThat(report.entries()).isEqualTo(1);
                    assertThat(report.unpurged()).isEmpty();
                    assertThat(results.readState(new TreeSet<>())).doesNotContainKey(KEY);
                    assertThat(values(broker, names.transfer())).doesNotContain(KEY);
                    assertTrail(names, broker, report);
                    compact(broker, names.homeChangelog());
                    // The others' updates let segments roll, so that the cleaner comes to those with the key.
                    Awaitility.await("no value of the key in the changelog")
                            .atMost(PATIENCE)
                            .until(() -> !values(broker, names.homeChangelog()).contains(KEY));

                    celebrity.close();
                    Tally again = NumbersProducer.ofOneKey(names, broker.bootstrapServers(), KEY, 10);
                    others.stop();
                    stranger.stop();
                    Map<String, Sum> wanted =
                            new HashMap<>(Tally.of(others, stranger).sums());
                    wanted.putAll(again.sums());
                    Awaitility.await("all others, and the key anew")
                            .atMost(PATIENCE)
                            .until(() -> wanted.equals(results.readState(new TreeSet<>())));
                }
                assertThat(survivor.isAlive()).isTrue();
            }
            assertExact(new Auditor(control(broker, PATIENCE)).audit(AuditRequest.deep(names.applicationId())));
        }
    }

    @Test
    void erase_applicationDown_saysSoAndIsDoneWhenItRuns() {
        Numbers names = new Numbers("erase-later");
        try (Broker broker = Broker.start()) {
            NumbersCluster cluster = new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1);
            cluster.create(2);
            Tally tally = NumbersProducer.oncePerKey(names, broker.bootstrapServers(), 100);
            try (SummingApp app = new SummingApp(names, broker.bootstrapServers(), directory.resolve("a"), OFTEN);
                    Results results = new Results(names, broker.bootstrapServers())) {
                results.awaitExactly(tally, PATIENCE);
            }
            byte[] key = "key-7".getBytes(StandardCharsets.UTF_8);

            ErasureReport asked =
                    eraser(broker, Duration.ofSeconds(3)).erase(names.applicationId(), Optional.empty(), key);

            assertThat(asked.outcome()).as(asked.toString()).isEqualTo(Outcome.WAITING);
            assertThat(asked.unread()).containsExactly(0, 1);
            try (SummingApp app = new SummingApp(names, broker.bootstrapServers(), directory.resolve("a"), OFTEN);
                    Results results = new Results(names, broker.bootstrapServers())) {
                Awaitility.await("the erasure that was asked for before")
                        .atMost(PATIENCE)
                        .until(() -> !results.readState(new TreeSet<>()).containsKey("key-7"));
                assertThat(results.readState(new TreeSet<>())).hasSize(99);
                ErasureReport proven = eraser(broker, PATIENCE).erase(names.applicationId(), Optional.empty(), key);
                assertThat(proven.outcome()).as(proven.toString()).isEqualTo(Outcome.GONE);
                assertThat(proven.records()).isZero();
                assertThat(app.hasFailed()).isFalse();
            }
        }
    }

    private static byte[] key() {
        return KEY.getBytes(StandardCharsets.UTF_8);
    }

    private static void splitMoveAndJoin(NumbersCluster cluster, NumbersProducer celebrity) {
        celebrity.allow(RECORDS / 4);
        celebrity.awaitSent(RECORDS / 4, PATIENCE);
        celebrity.allow(RECORDS);
        cluster.split(KEY, SHARDS);
        cluster.addShards(1);
        int next = (cluster.ring().partitionOf(key()) + 1) % (SHARDS + 1);
        cluster.change(change -> change.move(VnodeSet.of(Tokens.vnode(key())), new ShardId(next)));
        assertThat(cluster.ring().partitionOf(key())).isEqualTo(next);
        celebrity.awaitSent(RECORDS * 3 / 4, PATIENCE);
        cluster.split(KEY, 1);
        celebrity.awaitSent(RECORDS, PATIENCE);
        celebrity.stop();
        cluster.awaitSettled(PATIENCE);
    }

    private JavaProcess app(Numbers names, Broker broker, String instance) {
        return SummingApp.fork(names, broker.bootstrapServers(), directory.resolve(instance), OFTEN);
    }

    private static ControlTopicConfig control(Broker broker, Duration timeout) {
        ControlTopicConfig defaults = ControlTopicConfig.at(broker.bootstrapServers());
        return new ControlTopicConfig(defaults.topic(), timeout, defaults.client());
    }

    private static Eraser eraser(Broker broker, Duration timeout) {
        return new Eraser(control(broker, timeout));
    }

    private static void assertTrail(Numbers names, Broker broker, ErasureReport report) {
        assertThat(eraser(broker, PATIENCE).erasures(names.applicationId(), Optional.empty()))
                .singleElement()
                .satisfies(erasure -> {
                    assertThat(erasure.getToken()).isEqualTo(report.token());
                    assertThat(erasure.getRecords()).isEqualTo(RECORDS);
                    assertThat(erasure.getProvenAtMs()).isGreaterThanOrEqualTo(erasure.getRequestedAtMs());
                    assertThat(erasure.toString()).doesNotContain(KEY);
                });
    }

    private static void assertExact(AuditReport audit) {
        assertThat(audit.isExact()).as(() -> audit.findings().toString()).isTrue();
    }

    /** Lets the brokers compact a topic as soon as they can. */
    private static void compact(Broker broker, String topic) throws InterruptedException, ExecutionException {
        List<AlterConfigOp> soon =
                Map.of("max.compaction.lag.ms", "1000", "min.cleanable.dirty.ratio", "0.01").entrySet().stream()
                        .map(entry -> new AlterConfigOp(
                                new ConfigEntry(entry.getKey(), entry.getValue()), AlterConfigOp.OpType.SET))
                        .toList();
        broker.admin()
                .incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), soon))
                .all()
                .get();
    }

    /** What the brokers still hold of a topic, committed or not: keys and values of all records that have a value, as one text. */
    private static String values(Broker broker, String topic) {
        StringBuilder values = new StringBuilder();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            Set<TopicPartition> all = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .collect(Collectors.toSet());
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (all.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                assertThat(System.nanoTime() < deadline)
                        .as("topic %s read to %s within %s", topic, ends, PATIENCE)
                        .isTrue();
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    if (record.value() != null) {
                        values.append(text(record.key())).append(text(record.value()));
                    }
                }
            }
        }
        return values.toString();
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
