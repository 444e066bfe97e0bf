/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.errors.ControlTopicException;
import io.slipring.errors.RingFormatException;
import io.slipring.errors.RingNotFoundException;
import io.slipring.errors.RingTimeoutException;
import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.ShardId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class RingHistoryTest {
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Ring one = TestRings.first("orders", 4);
    private final Ring two = TestRings.grown(one);
    private final Ring three = TestRings.grown(two);
    private final RingHistory history = new RingHistory("orders", "a place");

    @Test
    void current_severalEpochs_isTheNewest() {
        history.learn(List.of(one, two), null);

        assertThat(history.current(SHORT)).isEqualTo(two);
        assertThat(history.ring(Epoch.FIRST, SHORT)).isEqualTo(one);
        assertThat(history.oldest(SHORT)).isEqualTo(Epoch.FIRST);
        assertThat(history.known(SHORT)).containsExactly(one, two);
    }

    @Test
    void ring_unknownEpoch_namesWhatIsKnown() {
        history.learn(List.of(one, two), null);

        assertThatThrownBy(() -> history.ring(new Epoch(9), SHORT))
                .isInstanceOf(RingNotFoundException.class)
                .hasMessage("Ring orders has no epoch 9 in a place; known are epochs 1 to 2");
    }

    @Test
    void current_nothingHeard_timesOutNamingThePlace() {
        assertThatThrownBy(() -> history.current(SHORT))
                .isInstanceOf(RingTimeoutException.class)
                .hasMessage("Waited 20 ms for ring orders from a place");
    }

    @Test
    void current_placeIsEmpty_saysThatTheRingIsNotThere() {
        history.learn(List.of(), null);

        assertThatThrownBy(() -> history.current(SHORT))
                .isInstanceOf(RingNotFoundException.class)
                .hasMessageContaining("Ring orders is not in a place");
    }

    @Test
    void current_onlyRefusedDefinitions_throwsWhyTheyWereRefused() {
        RingFormatException damaged = new RingFormatException("table must have 131072 bytes");
        history.learn(List.of(), damaged);

        assertThatThrownBy(() -> history.current(SHORT)).isSameAs(damaged);
    }

    @Test
    void current_lastingObstacle_failsWithoutWaiting() {
        KafkaException closed = new ControlTopicException(ControlTopicException.Reason.ACCESS, "closed");
        history.obstructed(closed, true);

        assertThatThrownBy(() -> history.current(LONG)).isSameAs(closed);
    }

    @Test
    void current_passingObstacle_waitsUntilTheRingComes() throws Exception {
        history.obstructed(new ControlTopicException(ControlTopicException.Reason.MISSING, "missing"), false);
        CompletableFuture<Ring> current = CompletableFuture.supplyAsync(() -> history.current(LONG));

        history.learn(List.of(one), null);

        assertThat(current.get(60, TimeUnit.SECONDS)).isEqualTo(one);
    }

    @Test
    void current_obstacleAfterTheFirstRing_keepsTheLastGoodOne() {
        history.learn(List.of(one), null);
        history.learn(List.of(), new RingFormatException("damaged"));
        history.obstructed(new KafkaException("gone"), true);

        assertThat(history.current(SHORT)).isEqualTo(one);
    }

    @Test
    void await_epochComes_returnsIt() throws Exception {
        history.learn(List.of(one), null);
        CompletableFuture<Ring> awaited = CompletableFuture.supplyAsync(() -> history.await(two.epoch(), LONG));

        history.learn(List.of(two), null);

        assertThat(awaited.get(60, TimeUnit.SECONDS)).isEqualTo(two);
    }

    @Test
    void await_epochDoesNotCome_saysWhatWasAwaitedAndSeen() {
        history.learn(List.of(one), null);

        assertThatThrownBy(() -> history.await(new Epoch(3), SHORT))
                .isInstanceOf(RingTimeoutException.class)
                .hasMessage("Waited 20 ms for ring orders epoch >= 3 in a place, newest known is epoch 1");
    }

    @Test
    void learn_secondDefinitionOfAnEpoch_isRefused() {
        Ring other = RingChange.on(one).removeShard(new ShardId(0)).next();
        history.learn(List.of(one, two), null);

        history.learn(List.of(other), null);

        assertThat(history.current(SHORT)).isEqualTo(two);
    }

    @Test
    void subscribe_ringsBeforeAndAfter_deliversEachOnceInOrder() {
        List<Ring> seen = new ArrayList<>();
        history.learn(List.of(one), null);

        history.subscribe(seen::add);
        history.learn(List.of(one, three, two), null);

        assertThat(seen).containsExactly(one, two, three);
    }

    @Test
    void subscribe_closed_deliversNoMore() {
        List<Ring> seen = new ArrayList<>();
        RingSource.Subscription subscription = history.subscribe(seen::add);
        history.learn(List.of(one), null);

        subscription.close();
        history.learn(List.of(two), null);

        assertThat(seen).containsExactly(one);
    }

    @Test
    void learn_listenerFails_othersStillHear() {
        List<Ring> seen = new ArrayList<>();
        history.subscribe(ring -> {
            throw new IllegalStateException("a listener of the test fails");
        });
        history.subscribe(seen::add);

        history.learn(List.of(one), null);

        assertThat(seen).containsExactly(one);
    }
}
