/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.slipring.errors.ControlTopicException;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.TaskProgress;
import io.slipring.testkit.Broker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ControlPlaneIT {
    private static Broker broker;

    @BeforeAll
    static void startBroker() {
        broker = Broker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void ensure_twice_createsOnceWithItsSettings() throws Exception {
        ControlTopicConfig config = ControlTopics.unused(broker, Duration.ofSeconds(30));

        assertThat(ControlTopic.ensure(broker.admin(), config, Optional.of((short) 1)))
                .isTrue();
        assertThat(ControlTopic.ensure(broker.admin(), config, Optional.empty()))
                .isFalse();
    }

    @Test
    void read_registeredAndReported_returnsTheNewestOfEach() {
        ControlTopicConfig config = ControlTopics.created(broker);
        AppRegistration app = app("totals");
        try (ControlPlane plane = ControlPlane.of(config)) {
            plane.register(app("totals"));
            plane.register(app);
            for (int entries = 0; entries < 1_000; entries++) {
                plane.report(ControlTopics.progress(0, entries));
                plane.report(ControlTopics.progress(1, entries));
            }
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(plane.read().tasks("orders", "totals"))
                            .containsExactly(ControlTopics.progress(0, 999), ControlTopics.progress(1, 999)));
            assertThat(plane.read().apps("orders")).containsExactly(app);
        }
    }

    @Test
    void follow_reportsAndEpochsToCome_areReadOnceAndInOrder() {
        ControlTopicConfig config = ControlTopics.created(broker);
        List<Long> entries = new ArrayList<>();
        try (ControlPlane plane = ControlPlane.of(config);
                ControlFollower follower =
                        ControlFollower.open(config, report -> entries.add(report.getHomeEntries()))) {
            assertThat(follower.read().tasks()).isEmpty();
            for (long entry = 1; entry <= 3; entry++) {
                TaskProgress report = ControlTopics.progress(0, entry);
                plane.report(report);
                await().atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> assertThat(follower.read().tasks()).containsExactly(report));
            }
            plane.register(app("totals"));
            assertThat(follower.read().apps("orders")).containsExactly(app("totals"));
            assertThat(entries).containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void follow_topicThatDeletes_isRefusedUnlessUnchecked() throws Exception {
        ControlTopicConfig config = ControlTopics.unused(broker, Duration.ofSeconds(30));
        broker.createTopic(config.topic(), 1, Map.of("cleanup.policy", "delete"));

        assertThatThrownBy(() -> ControlFollower.open(config, report -> {}))
                .isInstanceOfSatisfying(
                        ControlTopicException.class,
                        e -> assertThat(e.reason()).isEqualTo(ControlTopicException.Reason.POLICY));
        try (ControlFollower follower = ControlFollower.openUnchecked(config, report -> {})) {
            assertThat(follower.read().rings()).isEmpty();
        }
    }

    @Test
    void close_reportsPending_writesThem() {
        ControlTopicConfig config = ControlTopics.created(broker);
        try (ControlPlane plane = ControlPlane.of(config)) {
            plane.report(ControlTopics.progress(3, 7));
        }

        assertThat(ControlPlane.of(config).read().tasks("orders", "totals"))
                .containsExactly(ControlTopics.progress(3, 7));
    }

    @Test
    void register_noTopic_failsNamedAndReportDoesNot() {
        ControlTopicConfig missing = ControlTopics.unused(broker, Duration.ofSeconds(2));
        try (ControlPlane plane = ControlPlane.of(missing)) {
            assertThatThrownBy(() -> plane.register(app("totals")))
                    .isInstanceOfSatisfying(
                            ControlTopicException.class,
                            e -> assertThat(e.reason()).isEqualTo(ControlTopicException.Reason.MISSING));
            plane.report(ControlTopics.progress(0, 1));
        }
    }

    @Test
    @Timeout(60)
    void close_brokersGone_endsAndLeavesNoThread() {
        Broker mortal = Broker.start();
        ControlPlane plane = ControlPlane.of(ControlTopics.created(mortal));
        plane.report(ControlTopics.progress(0, 1));
        mortal.close();
        plane.report(ControlTopics.progress(0, 2));

        plane.close();

        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("slipring-progress") || name.contains("slipring-writer")));
    }

    private static AppRegistration app(String id) {
        return AppRegistration.newBuilder()
                .setFormatVersion(ControlPlane.FORMAT_VERSION)
                .setRing("orders")
                .setApplicationId(id)
                .setSourceTopics(List.of("orders"))
                .setTransferTopic("transfer")
                .setChangelogTopics(List.of("home"))
                .setRegisteredAtMs(1)
                .build();
    }
}
