/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.audit.AuditReport;
import io.slipring.processor.audit.AuditReport.Verdict;
import io.slipring.processor.audit.AuditRequest;
import io.slipring.processor.audit.Auditor;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.testkit.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Audits the application of the other tests while it works. */
class AuditIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int AUDITS = 12;

    /** A handoff of some seconds, and transfers that are gone soon after they were read. */
    private static final Map<String, String> SLOW_HANDOFF = Map.of(
            SlipringConfig.HANDOFF_MAX_BYTES_PER_SECOND_CONFIG, "4000",
            SlipringConfig.PURGE_INTERVAL_MS_CONFIG, "1000");

    @TempDir
    Path directory;

    private static Auditor auditor(EmbeddedBroker broker) {
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
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
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
}
