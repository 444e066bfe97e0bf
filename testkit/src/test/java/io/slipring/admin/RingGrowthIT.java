/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.errors.RingConflictException;
import io.slipring.errors.RingGrowthException;
import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.ControlTopics;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.TaskProgress;
import io.slipring.testkit.Broker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RingGrowthIT {
    private static Broker broker;
    private static int run;

    private String orders;
    private Ring four;
    private Ring five;
    private AppRegistration app;
    private ControlTopicConfig control;
    private RingGrowth growth;

    @BeforeAll
    static void startBroker() {
        broker = Broker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void setUp() {
        orders = "orders-" + ++run;
        four = ControlTopics.ring("orders", 4, orders);
        five = ControlTopics.grown(four, 1);
        app = AppRegistration.newBuilder()
                .setFormatVersion(1)
                .setRing("orders")
                .setApplicationId("totals")
                .setSourceTopics(List.of(orders))
                .setTransferTopic(orders + "-transfer")
                .setChangelogTopics(List.of(orders + "-home", orders + "-control"))
                .setRegisteredAtMs(0)
                .build();
        control = ControlTopics.created(broker);
        growth = new RingGrowth(broker.admin(), control);
        ControlTopics.publish(control, four);
    }

    @Test
    void execute_everythingThere_growsAllThenPublishes() throws Exception {
        createTopics("", "-transfer", "-home", "-control");

        GrowthResult result = growth.execute(plan());

        assertThat(result.grown())
                .isEqualTo(Map.of(orders, 5, orders + "-transfer", 5, orders + "-home", 5, orders + "-control", 5));
        assertThat(counts()).containsOnly(5);
        assertThat(newest()).isEqualTo(five);
    }

    @Test
    void plan_alone_changesNothing() throws Exception {
        createTopics("", "-transfer", "-home", "-control");

        GrowthPlan plan = plan();

        assertThat(plan.toGrow()).hasSize(4);
        assertThat(counts()).containsOnly(4);
        assertThat(newest()).isEqualTo(four);
    }

    @Test
    void execute_changelogNeverCreated_isBlockedNamingIt() throws Exception {
        createTopics("", "-transfer", "-home");

        GrowthPlan plan = plan();

        assertThat(plan.possible()).isFalse();
        assertThatThrownBy(() -> growth.execute(plan))
                .isInstanceOfSatisfying(
                        RingGrowthException.class, e -> assertThat(e.topics()).containsExactly(orders + "-control"))
                .hasMessageContaining("creates it at its first start");
        assertThat(newest()).isEqualTo(four);
    }

    @Test
    void execute_diedAfterGrowing_isContinued() throws Exception {
        createTopics("", "-transfer", "-home", "-control");
        broker.admin()
                .createPartitions(Map.of(
                        orders,
                        NewPartitions.increaseTo(5),
                        orders + "-transfer",
                        NewPartitions.increaseTo(5),
                        orders + "-home",
                        NewPartitions.increaseTo(5),
                        orders + "-control",
                        NewPartitions.increaseTo(5)))
                .all()
                .get();

        GrowthResult result = growth.execute(plan());

        assertThat(result.grown()).isEmpty();
        assertThat(newest()).isEqualTo(five);
    }

    @Test
    void execute_someTopicsGrownSinceThePlan_growsTheRest() throws Exception {
        createTopics("", "-transfer", "-home", "-control");
        GrowthPlan plan = plan();
        broker.admin()
                .createPartitions(Map.of(orders, NewPartitions.increaseTo(5)))
                .all()
                .get();

        growth.execute(plan);

        assertThat(counts()).containsOnly(5);
        assertThat(newest()).isEqualTo(five);
    }

    @Test
    void execute_topicGrownBeyondThePlan_isNotPublishedUntilPlannedAgain() throws Exception {
        createTopics("", "-transfer", "-home", "-control");
        GrowthPlan plan = plan();
        broker.admin()
                .createPartitions(Map.of(orders, NewPartitions.increaseTo(7)))
                .all()
                .get();

        assertThatThrownBy(() -> growth.execute(plan))
                .isInstanceOfSatisfying(
                        RingGrowthException.class, e -> assertThat(e.topics()).containsExactly(orders))
                .hasMessageContaining("plan the change again");
        assertThat(newest()).isEqualTo(four);

        growth.execute(plan());
        assertThat(counts()).containsOnly(7);
        assertThat(newest()).isEqualTo(five);
    }

    @Test
    void execute_sameAgainAfterPublishing_changesNothing() throws Exception {
        createTopics("", "-transfer", "-home", "-control");
        growth.execute(plan());

        GrowthResult again = growth.execute(plan());

        assertThat(again.grown()).isEmpty();
        assertThat(newest()).isEqualTo(five);
    }

    @Test
    void execute_otherChangeCameFirst_isAConflict() throws Exception {
        createTopics("", "-transfer", "-home", "-control");
        GrowthPlan plan = plan();
        ControlTopics.publish(control, ControlTopics.grown(four, 2));

        assertThatThrownBy(() -> growth.execute(plan)).isInstanceOf(RingConflictException.class);
    }

    @Test
    void execute_topicDeletedSinceThePlan_isRefusedNamingIt() throws Exception {
        createTopics("", "-transfer", "-home", "-control");
        GrowthPlan plan = plan();
        broker.admin().deleteTopics(List.of(orders + "-home")).all().get();

        assertThatThrownBy(() -> growth.execute(plan))
                .isInstanceOfSatisfying(
                        RingGrowthException.class, e -> assertThat(e.topics()).containsExactly(orders + "-home"));
        assertThat(newest()).isEqualTo(four);
    }

    @Test
    void execute_applicationRuns_publishesOnceItsTasksReport() throws Exception {
        createTopics("", "-transfer", "-home", "-control");
        app.setApplicationId("running-" + orders);
        report(0, 1, 2, 3);
        CountDownLatch grown = new CountDownLatch(1);
        try (KafkaConsumer<byte[], byte[]> member = memberOf(app.getApplicationId())) {
            growth = new RingGrowth(broker.admin(), control, step -> {
                if (step == RingGrowth.Step.WATCH) {
                    grown.countDown();
                }
            });
            CompletableFuture<GrowthResult> result = CompletableFuture.supplyAsync(() -> growth.execute(plan()));
            assertThat(grown.await(30, TimeUnit.SECONDS)).isTrue();

            assertThat(newest()).isEqualTo(four);
            report(4);

            result.get(30, TimeUnit.SECONDS);
            assertThat(newest()).isEqualTo(five);
        }
    }

    @Test
    void execute_applicationRunsButNeverReports_publishesAfterAWhile() throws Exception {
        createTopics("", "-transfer", "-home", "-control");
        app.setApplicationId("silent-" + orders);
        try (KafkaConsumer<byte[], byte[]> member = memberOf(app.getApplicationId())) {
            // Less than it would wait, so the wait must leave time for the rest.
            new RingGrowth(broker.admin(), ControlTopics.within(control, TaskWatch.PATIENCE)).execute(plan());
        }
        assertThat(newest()).isEqualTo(five);
    }

    private void report(int... partitions) {
        try (ControlPlane controlPlane = ControlPlane.of(control)) {
            for (int partition : partitions) {
                TaskProgress task = ControlTopics.progress(partition, 0);
                task.setApplicationId(app.getApplicationId());
                controlPlane.report(task);
            }
        }
    }

    /** A member of a group that has joined and is not to be asked for records again. */
    private KafkaConsumer<byte[], byte[]> memberOf(String group) {
        KafkaConsumer<byte[], byte[]> member = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "group.id", group),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        member.subscribe(List.of(orders));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (member.assignment().isEmpty()) {
            assertThat(System.nanoTime()).as("time to join group %s", group).isLessThan(deadline);
            member.poll(Duration.ofMillis(100));
        }
        return member;
    }

    private GrowthPlan plan() {
        return growth.plan(five, Optional.of(Epoch.FIRST), List.of(app));
    }

    private void createTopics(String... suffixes) {
        for (String suffix : suffixes) {
            broker.createTopic(orders + suffix, 4, Map.of());
        }
    }

    private List<Integer> counts() throws Exception {
        return broker
                .admin()
                .describeTopics(List.of(orders, orders + "-transfer", orders + "-home", orders + "-control"))
                .allTopicNames()
                .get()
                .values()
                .stream()
                .map(topic -> topic.partitions().size())
                .toList();
    }

    private Ring newest() {
        return ControlPlane.of(control).read().ring("orders");
    }
}
