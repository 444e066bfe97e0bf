/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.ShardId;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.TestRings;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MoveForecastTest {
    private final Ring four = TestRings.first("orders", 4);
    private final Ring five = RingChange.on(four).addShards(1).next();

    @Test
    void of_tasksReported_takesThePartOfTheVnodesThatEachLoses() {
        MoveForecast forecast = MoveForecast.of(
                four,
                five,
                snapshot(
                        app("totals", 1_000), task(0, 1_000, 40_000), task(1, 2_000, 0), task(2, 0, 0), task(3, 0, 0)));

        assertThat(forecast.moves()).hasSize(4);
        MoveForecast.Move first = forecast.moves().get(0);
        assertThat(first.fromPartition()).isEqualTo(0);
        assertThat(first.toPartition()).isEqualTo(4);
        assertThat(first.vnodes()).isEqualTo(3_276);
        assertThat(first.keyShare()).isEqualTo(3_276 / 65_536.0);
        assertThat(first.entries()).isEqualTo(200);
        assertThat(first.bytes()).isEqualTo(7_998);
        assertThat(forecast.entries()).isEqualTo(600);
        assertThat(forecast.expected()).contains(Duration.ofMillis(7_998));
        assertThat(forecast.unreported()).isEmpty();
        assertThat(forecast.unfinished()).isEmpty();
    }

    @Test
    void of_severalDestinations_countsTheDonorsTimeOnce() {
        Ring drained = RingChange.on(four).removeShard(new ShardId(0)).next();

        MoveForecast forecast = MoveForecast.of(four, drained, snapshot(app("totals", 1_000), task(0, 9_000, 90_000)));

        assertThat(forecast.moves()).hasSize(3);
        assertThat(forecast.entries()).isBetween(8_999L, 9_001L);
        assertThat(forecast.expected()).contains(Duration.ofSeconds(90));
    }

    @Test
    void of_rateUnknown_expectsNothing() {
        MoveForecast forecast = MoveForecast.of(four, five, snapshot(app("totals", 0), task(0, 1_000, 40_000)));

        assertThat(forecast.expected()).isEmpty();
    }

    @Test
    void of_taskSilentOrBusy_isNamed() {
        TaskProgress busy =
                TaskProgress.newBuilder(task(0, 10, 10)).setVnodesAwaited(1).build();
        TaskProgress behind =
                TaskProgress.newBuilder(task(1, 10, 10)).setEpoch(0).build();

        MoveForecast forecast = MoveForecast.of(four, five, snapshot(app("totals", 1), busy, behind, task(2, 10, 10)));

        assertThat(forecast.unfinished()).containsExactly("totals/0", "totals/1");
        assertThat(forecast.unreported()).containsExactly("totals/3");
    }

    @Test
    void of_noApplication_movesKeysOnly() {
        MoveForecast forecast = MoveForecast.of(
                four, five, new ControlSnapshot(new TreeMap<>(), List.of(), List.of(), Collections.emptySortedMap()));

        assertThat(forecast.moves()).hasSize(4);
        assertThat(forecast.bytes()).isZero();
        assertThat(forecast.expected()).contains(Duration.ZERO);
    }

    private static ControlSnapshot snapshot(AppRegistration app, TaskProgress... tasks) {
        return new ControlSnapshot(new TreeMap<>(), List.of(app), Arrays.asList(tasks), Collections.emptySortedMap());
    }

    private static AppRegistration app(String id, long rate) {
        return AppRegistration.newBuilder()
                .setFormatVersion(1)
                .setRing("orders")
                .setApplicationId(id)
                .setSourceTopics(List.of("orders"))
                .setTransferTopic("transfer")
                .setChangelogTopics(List.of("home"))
                .setRegisteredAtMs(0)
                .setHandoffBytesPerSecond(rate)
                .build();
    }

    private static TaskProgress task(int partition, long entries, long bytes) {
        return TaskProgress.newBuilder()
                .setFormatVersion(1)
                .setRing("orders")
                .setApplicationId("totals")
                .setPartition(partition)
                .setEpoch(1)
                .setVnodesToShip(0)
                .setVnodesAwaited(0)
                .setVnodesReleasing(0)
                .setShippedEntries(0)
                .setShippedBytes(0)
                .setHomeEntries(entries)
                .setHomeBytes(bytes)
                .setRecordsConsumed(0)
                .setRecordsReceived(0)
                .setRecordsSent(0)
                .setRecordsForeign(0)
                .setRecordsHome(0)
                .setRecordsExpired(0)
                .setUpdatedAtMs(0)
                .build();
    }
}
