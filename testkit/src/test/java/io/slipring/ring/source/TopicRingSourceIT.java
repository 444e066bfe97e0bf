/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.slipring.errors.ControlTopicException;
import io.slipring.errors.ControlTopicException.Reason;
import io.slipring.errors.RingFormatException;
import io.slipring.errors.RingNotFoundException;
import io.slipring.errors.RingTimeoutException;
import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.codec.RingCodec;
import io.slipring.testkit.ClosedTopics;
import io.slipring.testkit.EmbeddedBroker;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicRingSourceIT {
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofSeconds(30);

    private static EmbeddedBroker broker;

    private final Ring one = ControlTopics.ring("orders", 4);
    private final Ring two = ControlTopics.grown(one, 1);
    private final Ring three = ControlTopics.grown(two, 1);

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBroker.builder()
                .property("authorizer.class.name", ClosedTopics.class.getName())
                .property("log.cleaner.backoff.ms", "100")
                .start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void current_published_isRead() {
        ControlTopicConfig control = ControlTopics.created(broker);
        ControlTopics.publish(control, one);
        ControlTopics.publish(control, two);

        try (RingSource source = open(control)) {
            assertThat(source.current()).isEqualTo(two);
            assertThat(source.ring(Epoch.FIRST)).isEqualTo(one);
            assertThat(source.oldest()).isEqualTo(Epoch.FIRST);
        }
    }

    @Test
    void subscribe_publishedLater_isDeliveredInOrder() {
        ControlTopicConfig control = ControlTopics.created(broker);
        ControlTopics.publish(control, one);
        List<Ring> seen = new CopyOnWriteArrayList<>();
        try (RingSource source = open(control)) {
            source.subscribe(seen::add);

            ControlTopics.publish(control, two);
            ControlTopics.publish(control, three);

            assertThat(source.await(three.epoch(), LONG)).isEqualTo(three);
            await().atMost(LONG).untilAsserted(() -> assertThat(seen).containsExactly(one, two, three));
        }
    }

    @Test
    void current_ringCreatedAfterOpening_isAwaited() {
        ControlTopicConfig control = ControlTopics.unused(broker, LONG);
        try (RingSource source = open(control)) {
            ControlTopic.ensure(broker.admin(), control, Optional.empty());
            ControlTopics.publish(control, one);

            assertThat(source.current()).isEqualTo(one);
        }
    }

    @Test
    void current_noTopic_throwsWithinTheTimeout() {
        try (RingSource source = open(ControlTopics.unused(broker, SHORT))) {
            assertReason(source, Reason.MISSING, "slipring ring create");
        }
    }

    @Test
    void current_emptyTopicOrOtherRings_throwsWithinTheTimeout() {
        ControlTopicConfig control = ControlTopics.within(ControlTopics.created(broker), SHORT);
        try (RingSource source = open(control)) {
            assertThatThrownBy(source::current).isInstanceOf(RingNotFoundException.class);
        }
        ControlTopics.publish(ControlTopics.within(control, LONG), ControlTopics.ring("payments", 2));
        try (RingSource source = open(control)) {
            assertThatThrownBy(source::current)
                    .isInstanceOf(RingNotFoundException.class)
                    .hasMessageContaining("Ring orders is not in topic " + control.topic());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "compact,delete"})
    void current_policyThatDeletes_isRefusedWithTheFix(String policy) {
        ControlTopicConfig control = ControlTopics.unused(broker, LONG);
        broker.createTopic(control.topic(), 1, Map.of("cleanup.policy", policy));

        try (RingSource source = open(control)) {
            assertReason(source, Reason.POLICY, "--add-config cleanup.policy=compact");
        }
    }

    @Test
    void current_severalPartitions_isRefused() {
        ControlTopicConfig control = ControlTopics.unused(broker, LONG);
        broker.createTopic(control.topic(), 2, Map.of("cleanup.policy", "compact"));

        try (RingSource source = open(control)) {
            assertReason(source, Reason.PARTITIONS, "must have exactly 1 partition");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"unreadable", "hidden"})
    void current_noRights_throwsWithoutWaiting(String topic) {
        if (topic.equals("unreadable")) {
            broker.createTopic(topic, 1, Map.of("cleanup.policy", "compact"));
        }
        try (RingSource source = open(ControlTopics.named(broker, topic, LONG))) {
            assertReason(source, Reason.ACCESS, "READ on topic " + topic);
        }
    }

    @Test
    void current_notAllowedToDescribeSettings_readsAllTheSame() {
        ControlTopicConfig control = ControlTopics.named(broker, "discreet", LONG);
        ControlTopic.ensure(broker.admin(), control, Optional.empty());
        ControlTopics.publish(control, one);

        try (RingSource source = open(control)) {
            assertThat(source.current()).isEqualTo(one);
        }
    }

    @Test
    void current_nobodyListens_saysWhatItWaitedFor() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        ControlTopicConfig control =
                new ControlTopicConfig("rings", SHORT, Map.of("bootstrap.servers", "127.0.0.1:" + port));
        try (RingSource source = open(control)) {
            assertThatThrownBy(source::current)
                    .isInstanceOf(RingTimeoutException.class)
                    .hasMessageContaining("topic rings at 127.0.0.1:" + port);
        }
    }

    @Test
    void current_damagedOrUnknownDefinitions_keepsTheLastGoodOne() throws Exception {
        ControlTopicConfig control = ControlTopics.created(broker);
        byte[] cut = java.util.Arrays.copyOf(RingCodec.encode(two), 500);
        ControlTopics.write(control, "ring/orders/2", cut);
        try (RingSource source = open(ControlTopics.within(control, SHORT))) {
            assertThatThrownBy(source::current).isInstanceOf(RingFormatException.class);
        }
        ControlTopics.write(control, "ring/orders/1", RingCodec.encode(one));
        ControlTopics.write(control, "ring/orders/3", RingCodec.encode(two));
        ControlTopics.write(control, "something/else", new byte[] {1});
        ControlTopics.write(control, "ring/orders/1", null);

        try (RingSource source = open(control)) {
            assertThat(source.current()).isEqualTo(one);
            ControlTopics.write(control, "ring/orders/4", cut);
            ControlTopics.write(control, "ring/orders/3", RingCodec.encode(three));
            assertThat(source.await(three.epoch(), LONG)).isEqualTo(three);
            assertThat(source.known()).containsExactly(one, three);
        }
    }

    @Test
    void current_abortedAndOpenTransactions_areNotSeen() throws Exception {
        ControlTopicConfig control = ControlTopics.created(broker);
        ControlTopics.publish(control, one);
        try (KafkaProducer<byte[], byte[]> aborted =
                        ControlTopics.producer(control, Map.of("transactional.id", "aborts"));
                KafkaProducer<byte[], byte[]> open =
                        ControlTopics.producer(control, Map.of("transactional.id", "stays-open"))) {
            aborted.initTransactions();
            aborted.beginTransaction();
            aborted.send(ControlTopics.message(control, two)).get();
            aborted.abortTransaction();
            open.initTransactions();
            open.beginTransaction();
            open.send(ControlTopics.message(control, two)).get();

            try (RingSource source = open(control)) {
                assertThat(source.current()).isEqualTo(one);
                open.commitTransaction();
                assertThat(source.await(two.epoch(), LONG)).isEqualTo(two);
            }
        }
    }

    @Test
    void current_compactedTopic_stillHasEveryEpoch() throws Exception {
        ControlTopicConfig control = ControlTopics.unused(broker, LONG);
        broker.createTopic(
                control.topic(),
                1,
                Map.of(
                        "cleanup.policy", "compact",
                        "segment.ms", "100",
                        "min.cleanable.dirty.ratio", "0.01",
                        "delete.retention.ms", "0"));
        TopicPartition partition = new TopicPartition(control.topic(), 0);
        ControlTopics.write(control, "task/orders/app/0", new byte[10]);
        ControlTopics.publish(control, one);
        ControlTopics.publish(control, two);
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            // Each write can close a segment; only closed ones are compacted.
            ControlTopics.write(control, "task/orders/app/0", new byte[10]);
            return records(control) < end(partition) / 2;
        });

        try (RingSource source = open(control)) {
            assertThat(source.known()).containsExactly(one, two);
        }
    }

    private static int records(ControlTopicConfig control) {
        int records = 0;
        Deadline deadline = Deadline.in(LONG);
        try (ControlTail tail = ControlTail.open(control, deadline)) {
            do {
                records += tail.poll(Duration.ofMillis(100)).size();
            } while (!tail.atEnd(deadline));
        }
        return records;
    }

    private static long end(TopicPartition partition) throws Exception {
        return broker.admin()
                .listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get()
                .offset();
    }

    private static RingSource open(ControlTopicConfig control) {
        return RingSources.fromTopic(new TopicRingSourceConfig("orders", control));
    }

    private static void assertReason(RingSource source, Reason reason, String message) {
        assertThatThrownBy(source::current)
                .isInstanceOfSatisfying(
                        ControlTopicException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(message);
    }
}
