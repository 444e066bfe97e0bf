/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.admin.CutOffGrowth;
import io.slipring.admin.MoveForecast;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.ring.ShardId;
import io.slipring.ring.VnodeSet;
import io.slipring.schemas.TaskProgress;
import io.slipring.testkit.Broker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes the ring of a running application in every way there is. */
class RingChangesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

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

    private NumbersCluster cluster(Numbers names, int shards) {
        NumbersCluster cluster = new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1);
        cluster.create(shards);
        return cluster;
    }

    private SummingApp app(Numbers names, String instance, Map<String, String> overrides) {
        return new SummingApp(names, broker.bootstrapServers(), directory.resolve(instance), overrides);
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "streams"})
    void addShard_operatorKilledAtEachStep_aRerunFinishesAndNoAppDies(String groupProtocol) {
        Numbers names = new Numbers("operator-" + groupProtocol);
        NumbersCluster cluster = cluster(names, 2);
        try (SummingApp one = app(names, "one", Map.of("group.protocol", groupProtocol));
                NumbersProducer producer = NumbersProducer.byRing(names, broker.bootstrapServers(), 21, 2_000);
                Results results = new Results(names, broker.bootstrapServers())) {
            producer.awaitSent(2_000, PATIENCE);
            cluster.awaitSettled(PATIENCE);

            CutOffGrowth.run(broker.bootstrapServers(), names.ring(), CutOffGrowth.Before.GROWING);
            assertThat(cluster.refresh().epoch().value()).isEqualTo(1);
            assertThat(cluster.partitions(names.input())).isEqualTo(2);
            cluster.addShards(1);
            cluster.awaitSettled(PATIENCE);

            CutOffGrowth.run(broker.bootstrapServers(), names.ring(), CutOffGrowth.Before.PUBLISHING);
            assertThat(cluster.refresh().epoch().value()).isEqualTo(2);
            assertThat(cluster.partitions(names.input())).isEqualTo(4);
            assertThat(cluster.partitions(names.transfer())).isEqualTo(4);
            cluster.addShards(1);
            cluster.awaitSettled(PATIENCE);

            CutOffGrowth.run(broker.bootstrapServers(), names.ring(), CutOffGrowth.Before.ENDING);
            assertThat(cluster.refresh().epoch().value()).isEqualTo(4);
            cluster.awaitSettled(PATIENCE);

            // Left alone: what was grown is harmless, and the next change is made from the ring as it is.
            CutOffGrowth.run(broker.bootstrapServers(), names.ring(), CutOffGrowth.Before.PUBLISHING);
            cluster.change(change -> change.setWeight(new ShardId(0), 2));
            assertThat(cluster.partitions(names.input())).isEqualTo(6);
            cluster.awaitSettled(PATIENCE);
            producer.stop();

            results.awaitExactly(producer.tally(), PATIENCE);
            assertThat(one.hasFailed()).isFalse();
        }
    }

    /** A plain topic with plain producers becomes a ring's, without downtime: the ring, the producers, a shard. */
    @Test
    void adoption_ofARunningPlainFleet_isExactAtEachStep() {
        Numbers names = new Numbers("adoption");
        NumbersCluster cluster = new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1);
        cluster.createTopics(3);
        try (NumbersProducer plain = NumbersProducer.byDefault(names, broker.bootstrapServers(), 22, 2_000);
                Results results = new Results(names, broker.bootstrapServers())) {
            plain.awaitSent(4_000, PATIENCE);
            cluster.publish(3);
            try (SummingApp one = app(names, "one", Map.of())) {
                plain.awaitSent(8_000, PATIENCE);
                plain.pause();
                results.awaitExactly(plain.tally(), PATIENCE);
                plain.resume();

                try (NumbersProducer ring = NumbersProducer.byRing(names, broker.bootstrapServers(), 23, 2_000)) {
                    ring.awaitSent(2_000, PATIENCE);
                    plain.stop();
                    ring.awaitSent(6_000, PATIENCE);
                    ring.pause();
                    results.awaitExactly(Tally.of(plain, ring), PATIENCE);
                    ring.resume();

                    cluster.addShards(1);
                    ring.awaitSent(14_000, PATIENCE);
                    ring.stop();
                    results.awaitExactly(Tally.of(plain, ring), PATIENCE);
                }
                cluster.awaitSettled(PATIENCE);
                assertThat(one.hasFailed()).isFalse();
            }
        }
    }

    @Test
    void change_ofManyKeys_movesWhatWasForecast() {
        Numbers names = new Numbers("forecast");
        NumbersCluster cluster = cluster(names, 3);
        int keys = 60_000;
        try (SummingApp one = app(names, "one", Map.of());
                Results results = new Results(names, broker.bootstrapServers())) {
            Tally produced = NumbersProducer.oncePerKey(names, broker.bootstrapServers(), keys);
            results.awaitExactly(produced, PATIENCE);
            cluster.awaitProgress(
                    PATIENCE,
                    "all entries reported",
                    tasks -> tasks.stream()
                                    .mapToLong(TaskProgress::getHomeEntries)
                                    .sum()
                            == keys);

            Ring first = cluster.ring();
            assertForecastHolds(cluster, () -> cluster.addShards(1));
            assertForecastHolds(cluster, () -> cluster.change(change -> change.setWeight(new ShardId(1), 3)));
            assertForecastHolds(
                    cluster,
                    () -> cluster.change(change -> change.move(VnodeSet.ofRanges(10_000, 29_999), new ShardId(0))));
            assertForecastHolds(cluster, () -> cluster.change(change -> change.removeShard(new ShardId(2))));
            assertForecastHolds(cluster, () -> cluster.publish(Rings.revert(cluster.ring(), first)));

            results.awaitExactly(produced, PATIENCE);
            assertThat(one.hasFailed()).isFalse();
        }
    }

    private static void assertForecastHolds(NumbersCluster cluster, Runnable change) {
        Ring before = cluster.ring();
        var snapshot = cluster.snapshot();
        long entries = sum(cluster, TaskProgress::getShippedEntries);
        long bytes = sum(cluster, TaskProgress::getShippedBytes);
        change.run();
        cluster.awaitSettled(PATIENCE);

        MoveForecast forecast = MoveForecast.of(before, cluster.ring(), snapshot);
        assertThat(forecast.unreported()).isEmpty();
        assertThat(forecast.unfinished()).isEmpty();
        double movedEntries = sum(cluster, TaskProgress::getShippedEntries) - entries;
        double movedBytes = sum(cluster, TaskProgress::getShippedBytes) - bytes;
        System.out.printf(
                "forecast of epoch %d: entries %d, moved %.0f; bytes %d, moved %.0f%n",
                cluster.ring().epoch().value(), forecast.entries(), movedEntries, forecast.bytes(), movedBytes);
        assertThat(forecast.entries() / movedEntries).isBetween(0.95, 1.05);
        assertThat(forecast.bytes() / movedBytes).isBetween(0.95, 1.05);
    }

    private static long sum(NumbersCluster cluster, ToLongFunction<TaskProgress> figure) {
        return cluster.tasks().stream().mapToLong(figure).sum();
    }
}
