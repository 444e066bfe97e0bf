/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedReadersTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final SharedReaders readers = new SharedReaders();
    private final List<CountingReader> started = new ArrayList<>();

    @Test
    void open_samePlace_startsOneReader() {
        open("a");
        open("a");
        open("b");

        assertThat(started).hasSize(2);
    }

    @Test
    void close_notTheLastHandle_keepsTheReader() {
        RingSource first = open("a");
        RingSource second = open("a");

        first.close();
        first.close();

        assertThat(started.get(0).closed).isZero();
        second.close();
        assertThat(started.get(0).closed).isEqualTo(1);
    }

    @Test
    void open_afterTheLastClose_startsAnew() {
        open("a").close();

        open("a");

        assertThat(started).hasSize(2);
        assertThat(started.get(1).closed).isZero();
    }

    @Test
    void close_withSubscription_endsIt() {
        List<Object> seen = new ArrayList<>();
        RingSource first = open("a");
        open("a");
        first.subscribe(seen::add);

        first.close();
        started.get(0).history.learn(List.of(TestRings.first("orders", 2)), null);

        assertThat(seen).isEmpty();
        assertThatThrownBy(() -> first.subscribe(seen::add)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void subscribe_closedMeanwhile_isRefusedAndLeavesNoListenerBehind() {
        List<Object> seen = new ArrayList<>();
        RingSource source = open("a");
        open("a");
        RingHistory history = started.get(0).history;
        history.learn(List.of(TestRings.first("orders", 2)), null);

        assertThatThrownBy(() -> source.subscribe(ring -> {
                    seen.add(ring);
                    source.close();
                }))
                .isInstanceOf(IllegalStateException.class);
        history.learn(List.of(TestRings.grown(TestRings.first("orders", 2))), null);

        assertThat(seen).hasSize(1);
    }

    @Test
    void current_afterClose_answersWhatWasKnown() {
        RingSource source = open("a");
        started.get(0).history.learn(List.of(TestRings.first("orders", 2)), null);

        source.close();

        assertThat(source.current().shards()).hasSize(2);
    }

    private RingSource open(String place) {
        return readers.open(place, TIMEOUT, () -> {
            CountingReader reader = new CountingReader();
            started.add(reader);
            return reader;
        });
    }

    private static final class CountingReader implements RingReader {
        private final RingHistory history = new RingHistory("orders", "test");
        private int closed;

        @Override
        public RingHistory history() {
            return history;
        }

        @Override
        public void close() {
            closed++;
        }
    }
}
