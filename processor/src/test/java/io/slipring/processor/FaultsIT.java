/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.source.RingFile;
import io.slipring.testkit.BrokerCluster;
import io.slipring.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Grows applications in processes of their own, on three brokers, while processes are killed at chosen moments. What comes at
 * random moments is the chaos command's part.
 */
class FaultsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final short REPLICAS = 3;

    private static BrokerCluster brokers;

    @TempDir
    Path directory;

    @BeforeAll
    static void startBrokers() {
        brokers = BrokerCluster.start(3);
    }

    @AfterAll
    static void stopBrokers() {
        brokers.close();
    }

    private NumbersCluster cluster(Numbers names, int shards) {
        NumbersCluster cluster = new NumbersCluster(names, brokers.bootstrapServers(), brokers.admin(), REPLICAS);
        cluster.create(shards);
        return cluster;
    }

    private JavaProcess app(Numbers names, String instance, String groupProtocol, Map<String, String> overrides) {
        Map<String, String> config = new HashMap<>(Map.of(
                "group.protocol",
                groupProtocol,
                "replication.factor",
                Short.toString(REPLICAS),
                SlipringConfig.PROGRESS_INTERVAL_MS_CONFIG,
                "100"));
        config.putAll(overrides);
        return SummingApp.fork(names, brokers.bootstrapServers(), directory.resolve(instance), config);
    }

    /** So slow that a handoff can be caught in the middle. */
    private static Map<String, String> slowly() {
        return Map.of(SlipringConfig.HANDOFF_MAX_BYTES_PER_SECOND_CONFIG, "1000");
    }

    @ParameterizedTest
    @MethodSource("io.slipring.processor.Protocols#ofLongTests")
    void handoff_appInstanceKilledInTheMiddle_totalsAreExact(String groupProtocol) {
        Numbers names = new Numbers("app-killed-" + groupProtocol);
        NumbersCluster cluster = cluster(names, 3);
        try (JavaProcess survivor = app(names, "survivor", groupProtocol, slowly());
                JavaProcess victim = app(names, "victim", groupProtocol, slowly());
                NumbersProducer producer = NumbersProducer.byRing(names, brokers.bootstrapServers(), 11, 2_000);
                Results results = new Results(names, brokers.bootstrapServers())) {
            producer.awaitSent(8_000, PATIENCE);
            cluster.addShards(1);
            cluster.awaitHandoffUnderWay(PATIENCE);
            victim.kill9();
            try (JavaProcess successor = app(names, "victim", groupProtocol, Map.of())) {
                producer.awaitSent(20_000, PATIENCE);
                producer.stop();

                results.awaitExactly(producer.tally(), PATIENCE);
                cluster.awaitSettled(PATIENCE);
                assertThat(survivor.isAlive()).isTrue();
                assertThat(successor.isAlive()).isTrue();
            }
        }
    }

    @Test
    void handoff_brokerKilledInTheMiddle_totalsAreExact() {
        String groupProtocol = "streams";
        Numbers names = new Numbers("broker-killed-" + groupProtocol);
        NumbersCluster cluster = cluster(names, 3);
        try (JavaProcess one = app(names, "one", groupProtocol, slowly());
                JavaProcess two = app(names, "two", groupProtocol, slowly());
                NumbersProducer producer = NumbersProducer.byRing(names, brokers.bootstrapServers(), 12, 2_000);
                Results results = new Results(names, brokers.bootstrapServers())) {
            producer.awaitSent(8_000, PATIENCE);
            cluster.addShards(1);
            cluster.awaitHandoffUnderWay(PATIENCE);
            brokers.kill(1);
            producer.awaitSent(20_000, PATIENCE);
            brokers.restart(1);
            brokers.awaitHealthy(PATIENCE);
            producer.awaitSent(26_000, PATIENCE);
            producer.stop();

            results.awaitExactly(producer.tally(), PATIENCE);
            cluster.awaitSettled(PATIENCE);
            assertThat(List.of(one.isAlive(), two.isAlive())).containsOnly(true);
        }
    }

    @Test
    void addShards_producersOnDifferentEpochs_totalsAreExact() throws IOException {
        String groupProtocol = "classic";
        Numbers names = new Numbers("epochs-" + groupProtocol);
        NumbersCluster cluster = cluster(names, 3);
        Path firstEpoch = directory.resolve("epoch-1.ring");
        RingFile.write(firstEpoch, List.of(cluster.ring()));
        try (JavaProcess one = app(names, "one", groupProtocol, Map.of());
                JavaProcess two = app(names, "two", groupProtocol, Map.of());
                NumbersProducer current = NumbersProducer.byRing(names, brokers.bootstrapServers(), 13, 2_000);
                NumbersProducer stale = NumbersProducer.byRing(
                        names,
                        brokers.bootstrapServers(),
                        14,
                        2_000,
                        Map.of("slipring.ring.file", firstEpoch.toString()));
                Results results = new Results(names, brokers.bootstrapServers())) {
            current.awaitSent(4_000, PATIENCE);
            cluster.addShards(1);
            current.awaitSent(10_000, PATIENCE);
            cluster.addShards(1);
            current.awaitSent(16_000, PATIENCE);
            current.stop();
            stale.stop();

            results.awaitExactly(Tally.of(current, stale), PATIENCE);
            cluster.awaitSettled(PATIENCE);
            assertThat(List.of(one.isAlive(), two.isAlive())).containsOnly(true);
        }
    }

    @Test
    void start_afterTwoEpochsHavePassed_totalsAreExact() {
        String groupProtocol = "streams";
        Numbers names = new Numbers("absent-" + groupProtocol);
        NumbersCluster cluster = cluster(names, 3);
        try (NumbersProducer producer = NumbersProducer.byRing(names, brokers.bootstrapServers(), 15, 2_000);
                Results results = new Results(names, brokers.bootstrapServers())) {
            try (JavaProcess first = app(names, "app", groupProtocol, Map.of())) {
                producer.awaitSent(4_000, PATIENCE);
                cluster.awaitSettled(PATIENCE);
                first.kill9();
            }
            cluster.addShards(1);
            producer.awaitSent(6_000, PATIENCE);
            cluster.addShards(2);
            producer.awaitSent(8_000, PATIENCE);
            try (JavaProcess second = app(names, "app", groupProtocol, Map.of())) {
                producer.awaitSent(16_000, PATIENCE);
                producer.stop();

                results.awaitExactly(producer.tally(), PATIENCE);
                cluster.awaitSettled(PATIENCE);
                assertThat(second.isAlive()).isTrue();
            }
        }
    }
}
