/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.audit.AuditReport;
import io.slipring.processor.audit.AuditReport.Verdict;
import io.slipring.processor.audit.AuditRequest;
import io.slipring.processor.audit.Auditor;
import io.slipring.processor.audit.Finding;
import io.slipring.processor.core.Envelope;
import io.slipring.processor.core.HomeKey;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.schemas.TaskProgress;
import io.slipring.testkit.Broker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audits the application of the other tests while it works, and after somebody has laid hands on its topics. */
class AuditIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int AUDITS = 12;

    /** A handoff of some seconds, and transfers that are gone soon after they were read. */
    private static final Map<String, String> SLOW_HANDOFF = Map.of(
            SlipringConfig.HANDOFF_MAX_BYTES_PER_SECOND_CONFIG, "4000",
            SlipringConfig.PURGE_INTERVAL_MS_CONFIG, "1000");

    @TempDir
    Path directory;

    private static Auditor auditor(Broker broker) {
        return new Auditor(ControlTopicConfig.at(broker.bootstrapServers()));
    }

    private static long total(AuditReport report, ToLongFunction<AuditReport.Task> figure) {
        return report.tasks().stream().mapToLong(figure).sum();
    }

    private static void assertExact(AuditReport report) {
        assertThat(report.verdict())
                .as(() -> report.findings() + " of " + report.tasks())
                .isEqualTo(Verdict.EXACT);
        assertThat(total(report, AuditReport.Task::consumed))
                .as(() -> report.tasks().toString())
                .isEqualTo(total(report, AuditReport.Task::home)
                        + total(report, AuditReport.Task::inFlight)
                        + total(report, AuditReport.Task::expired));
    }

    @Test
    void audit_busyApplicationThatGrows_neverRaisesAFalseAlarm() {
        Numbers names = new Numbers("audit-busy");
        try (Broker broker = Broker.start()) {
            NumbersCluster cluster = new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1);
            cluster.create(3);
            Auditor auditor = auditor(broker);
            AuditRequest request = AuditRequest.of(names.applicationId());
            int underWay = 0;
            try (SummingApp one =
                            new SummingApp(names, broker.bootstrapServers(), directory.resolve("one"), SLOW_HANDOFF);
                    SummingApp two =
                            new SummingApp(names, broker.bootstrapServers(), directory.resolve("two"), SLOW_HANDOFF);
                    NumbersProducer producer = NumbersProducer.byRing(names, broker.bootstrapServers(), 1, 3_000);
                    NumbersProducer stranger = NumbersProducer.byDefault(names, broker.bootstrapServers(), 2, 1_000)) {
                producer.awaitSent(5_000, PATIENCE);
                for (int i = 0; i < AUDITS; i++) {
                    AuditReport report = auditor.audit(request);
                    assertExact(report);
                    underWay += total(report, AuditReport.Task::inFlight) != 0 ? 1 : 0;
                }
                cluster.addShards(2);
                cluster.awaitHandoffUnderWay(PATIENCE);
                for (int i = 0; i < AUDITS; i++) {
                    AuditReport report = auditor.audit(request);
                    assertExact(report);
                    underWay += total(report, AuditReport.Task::inFlight) != 0 ? 1 : 0;
                }
                AuditReport deep = auditor.audit(AuditRequest.deep(names.applicationId()));
                assertExact(deep);
                assertThat(deep.recount().orElseThrow().differingKeys()).isZero();
                producer.stop();
                stranger.stop();
                cluster.awaitSettled(PATIENCE);

                assertThat(one.hasFailed() || two.hasFailed()).isFalse();
            }
            AuditReport atRest = auditor.audit(AuditRequest.deep(names.applicationId()));
            assertExact(atRest);
            assertThat(atRest.cuts()).isEqualTo(1);
            assertThat(atRest.tasks()).hasSize(5);
            assertThat(underWay).as("audits that saw records in flight").isPositive();
        }
    }

    @Test
    void audit_topicsTamperedWith_namesPartitionAndDifference() throws Exception {
        Numbers names = new Numbers("audit-tampered");
        try (Broker broker = Broker.start()) {
            NumbersCluster cluster = new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1);
            cluster.create(3);
            Auditor auditor = auditor(broker);
            AuditRequest request = AuditRequest.of(names.applicationId());
            try (SummingApp app = new SummingApp(names, broker.bootstrapServers(), directory.resolve("a"), Map.of());
                    NumbersProducer stranger = NumbersProducer.byDefault(names, broker.bootstrapServers(), 3, 2_000)) {
                // Closed in the middle of the load, the tasks leave each other what they sent with their last commits.
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> cluster.tasks().stream()
                                        .mapToLong(TaskProgress::getRecordsConsumed)
                                        .sum()
                                > 5_000);
                app.close();
            }
            AuditReport before = auditor.audit(request);
            assertExact(before);
            AuditReport.Task receiver = before.tasks().stream()
                    .filter(task -> task.inFlight() > 0)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("nothing is in flight in " + before));

            // A transfer is deleted that nobody has received.
            deleteAll(broker, new TopicPartition(names.transfer(), receiver.partition()));
            AuditReport lost = auditor.audit(request);
            assertThat(lost.verdict()).isEqualTo(Verdict.DIFFERENT);
            assertThat(lost.findings()).allSatisfy(finding -> {
                assertThat(finding.kind()).isEqualTo(Finding.Kind.IN_FLIGHT);
                assertThat(finding.partition()).isEqualTo(receiver.partition());
            });
            assertThat(lost.findings().stream().mapToLong(Finding::difference).sum())
                    .isEqualTo(-receiver.inFlight());
            assertThat(lost.tasks().get(receiver.partition()).difference()).isEqualTo(-receiver.inFlight());

            // An entry is deleted, of the task that has most; under load another may have none yet.
            int victim = before.tasks().stream()
                    .max(Comparator.comparingLong(AuditReport.Task::keys))
                    .orElseThrow()
                    .partition();
            String homeTopic = names.homeChangelog();
            long records = forget(broker, new TopicPartition(homeTopic, victim));
            assertThat(auditor.audit(request).findings()).anySatisfy(finding -> assertHome(finding, victim, -records));

            // The application goes on with what is left, and the audit goes on seeing it.
            try (SummingApp app = new SummingApp(names, broker.bootstrapServers(), directory.resolve("b"), Map.of());
                    NumbersProducer producer = NumbersProducer.byRing(names, broker.bootstrapServers(), 4, 2_000)) {
                producer.awaitSent(10_000, PATIENCE);
                AuditReport running = auditor.audit(AuditRequest.deep(names.applicationId()));
                assertThat(running.verdict()).isEqualTo(Verdict.DIFFERENT);
                assertThat(running.findings()).anySatisfy(finding -> assertHome(finding, victim, -records));
                assertThat(running.findings())
                        .filteredOn(finding -> finding.kind() == Finding.Kind.SOURCE)
                        .isEmpty();
                assertThat(running.recount().orElseThrow().differingKeys()).isPositive();
                assertThat(app.hasFailed()).isFalse();
            }
        }
    }

    private static void assertHome(Finding finding, int partition, long difference) {
        assertThat(finding.kind()).isEqualTo(Finding.Kind.HOME);
        assertThat(finding.partition()).isEqualTo(partition);
        assertThat(finding.difference()).isEqualTo(difference);
    }

    private static void deleteAll(Broker broker, TopicPartition log) throws ExecutionException, InterruptedException {
        broker.admin()
                .deleteRecords(Map.of(log, RecordsToDelete.beforeOffset(-1)))
                .all()
                .get();
    }

    /** Deletes the first entry from a home changelog, as a broken writer would; returns how many records it counted. */
    private static long forget(Broker broker, TopicPartition log) throws ExecutionException, InterruptedException {
        Map<String, Object> config = new HashMap<>(Map.of("bootstrap.servers", broker.bootstrapServers()));
        long end = broker.admin()
                .listOffsets(Map.of(log, OffsetSpec.latest()))
                .partitionResult(log)
                .get()
                .offset();
        byte[] key = null;
        long records = 0;
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(log));
            consumer.seekToBeginning(List.of(log));
            while (consumer.position(log) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    if (HomeKey.isEntry(record.key()) && (key == null || Arrays.equals(key, record.key()))) {
                        key = record.key();
                        records = Envelope.decode(record.value()).records();
                    }
                }
            }
        }
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(log.topic(), log.partition(), key, null))
                    .get();
        }
        return records;
    }
}
