/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.errors.RingNotFoundException;
import io.slipring.errors.SlipringException;
import io.slipring.processor.aggregate.Aggregators;
import io.slipring.testkit.Broker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serdes;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application needs on the cluster before it starts, and what is kept tidy while it runs. */
class PreparationIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Map<String, String> NEVER_EXPIRING =
            Map.of("retention.ms", "-1", "retention.bytes", "-1", "cleanup.policy", "delete");

    private static Broker broker;

    @TempDir
    Path directory;

    @BeforeAll
    static void startBroker() {
        broker = Broker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private static Numbers ring(String run, int shards) {
        Numbers names = new Numbers(run);
        new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1).create(shards);
        return names;
    }

    private static void prepare(String ring, String transferTopic, String applicationId, String input) {
        SlipringAggregation.<String, Long, Long>named("sums")
                .ring(ring)
                .transferTopic(transferTopic)
                .keySerde(Serdes.String())
                .aggregator(Aggregators.sumOfLongs(value -> value))
                .build()
                .prepare(
                        Map.of(
                                "application.id",
                                applicationId,
                                "bootstrap.servers",
                                broker.bootstrapServers(),
                                "processing.guarantee",
                                "exactly_once_v2",
                                "slipring.ring.timeout.ms",
                                "5000"),
                        Set.of(input));
    }

    @Test
    void prepare_twice_createsTheTransferTopicOnceAsWideAsTheSource() throws Exception {
        Numbers names = ring("twice", 3);

        prepare(names.ring(), names.transfer(), names.applicationId(), names.input());
        prepare(names.ring(), names.transfer(), names.applicationId(), names.input());

        assertThat(broker.admin()
                        .describeTopics(Set.of(names.transfer()))
                        .allTopicNames()
                        .get()
                        .get(names.transfer())
                        .partitions())
                .hasSize(3);
    }

    @Test
    void prepare_withoutRing_namesTheRing() {
        broker.createTopic("no-ring-input", 2, Map.of());
        ring("some-other", 1);

        assertThatThrownBy(() -> prepare("no-ring", "no-ring-transfer", "no-ring-app", "no-ring-input"))
                .isInstanceOf(RingNotFoundException.class)
                .hasMessageContaining("no-ring");
    }

    @Test
    void prepare_withoutSourceTopic_namesTheTopic() {
        Numbers names = ring("no-source", 2);

        assertThatThrownBy(() -> prepare(names.ring(), names.transfer(), names.applicationId(), "nowhere"))
                .isInstanceOf(SlipringException.class)
                .hasMessage("source topic nowhere does not exist; create it first");
    }

    @Test
    void prepare_transferTopicOfOtherWidth_isRefusedWithBothCounts() {
        Numbers names = ring("width", 3);
        broker.createTopic(names.transfer(), 2, NEVER_EXPIRING);

        assertThatThrownBy(() -> prepare(names.ring(), names.transfer(), names.applicationId(), names.input()))
                .isInstanceOf(SlipringException.class)
                .hasMessageContaining("width-transfer has 2 partitions, source topic width-numbers has 3");
    }

    @Test
    void prepare_transferTopicThatExpires_isRefusedWithTheSetting() {
        Numbers names = ring("expiring", 2);
        broker.createTopic(names.transfer(), 2, Map.of("retention.ms", "60000"));

        assertThatThrownBy(() -> prepare(names.ring(), names.transfer(), names.applicationId(), names.input()))
                .isInstanceOf(SlipringException.class)
                .hasMessageContaining("must have retention.ms=-1, has 60000");
    }

    @Test
    void prepare_transferTopicOfAnotherApplication_isRefused() {
        Numbers names = ring("shared", 2);
        prepare(names.ring(), names.transfer(), "first-app", names.input());

        assertThatThrownBy(() -> prepare(names.ring(), names.transfer(), "second-app", names.input()))
                .isInstanceOf(SlipringException.class)
                .hasMessageContaining("belongs to application first-app");
    }

    @Test
    void prepare_secondAggregationOfAnApplicationOnTheRing_isRefused() {
        Numbers names = ring("second", 2);
        prepare(names.ring(), names.transfer(), names.applicationId(), names.input());

        assertThatThrownBy(() -> prepare(names.ring(), "second-other", names.applicationId(), names.input()))
                .isInstanceOf(SlipringException.class)
                .hasMessageContaining("can have one only");
    }

    @Test
    void prepare_settingOutOfRange_isRefusedWithKeyValueAndRule() {
        assertThatThrownBy(() -> SlipringAggregation.<String, Long, Long>named("sums")
                        .ring("ring")
                        .transferTopic("transfer")
                        .keySerde(Serdes.String())
                        .aggregator(Aggregators.count())
                        .build()
                        .prepare(
                                Map.of("processing.guarantee", "exactly_once_v2", "slipring.idle.tick.ms", "0"),
                                Set.of("input")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("slipring.idle.tick.ms")
                .hasMessageContaining("0")
                .hasMessageContaining("at least 1");
    }

    @Test
    void purge_consumedTransfers_areDeleted() {
        Numbers names = ring("purge", 2);
        Map<String, String> config = Map.of(SlipringConfig.PURGE_INTERVAL_MS_CONFIG, "200");
        try (SummingApp app = new SummingApp(names, broker.bootstrapServers(), directory, config);
                NumbersProducer stranger = NumbersProducer.byDefault(names, broker.bootstrapServers(), 5, 1_000)) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> firstOffset(names.transfer(), 0) > 0 && firstOffset(names.transfer(), 1) > 0);
            stranger.stop();
            assertThat(app.hasFailed()).isFalse();
        }
    }

    private static long firstOffset(String topic, int partition) throws ExecutionException, InterruptedException {
        TopicPartition first = new TopicPartition(topic, partition);
        return broker.admin()
                .listOffsets(Map.of(first, OffsetSpec.earliest()))
                .partitionResult(first)
                .get()
                .offset();
    }
}
