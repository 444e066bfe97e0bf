/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rings held in memory, for tests and for rings that come from elsewhere; thread-safe. Holds no resources, so it may be
 * shared and closed by everybody who uses it. A question asked before a ring is set fails at once.
 */
public final class SettableRingSource implements RingSource {
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final RingHistory history;

    SettableRingSource(List<Ring> rings) {
        this.history = new RingHistory(rings.isEmpty() ? "(any)" : rings.get(0).name(), "memory");
        rings.forEach(this::publish);
    }

    /** Makes a further epoch known; a second definition of a known one is refused and logged, as in a topic. */
    public void publish(Ring ring) {
        history.learn(List.of(ring), null);
    }

    @Override
    public Ring current() {
        return history.current(AT_ONCE);
    }

    @Override
    public Ring ring(Epoch epoch) {
        return history.ring(epoch, AT_ONCE);
    }

    @Override
    public Epoch oldest() {
        return history.oldest(AT_ONCE);
    }

    @Override
    public List<Ring> known() {
        return history.known(AT_ONCE);
    }

    @Override
    public Ring await(Epoch atLeast, Duration timeout) {
        return history.await(atLeast, timeout);
    }

    @Override
    public Subscription subscribe(Consumer<? super Ring> listener) {
        return history.subscribe(listener);
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
