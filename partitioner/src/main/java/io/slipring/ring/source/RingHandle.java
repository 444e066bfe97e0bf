/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** One opener's view of a shared reader: its own timeout, subscriptions and close. */
final class RingHandle implements RingSource {
    private final RingHistory history;
    private final Duration timeout;
    private final Runnable release;
    private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    RingHandle(RingHistory history, Duration timeout, Runnable release) {
        this.history = history;
        this.timeout = timeout;
        this.release = release;
    }

    @Override
    public Ring current() {
        return history.current(timeout);
    }

    @Override
    public Ring ring(Epoch epoch) {
        return history.ring(epoch, timeout);
    }

    @Override
    public Epoch oldest() {
        return history.oldest(timeout);
    }

    @Override
    public List<Ring> known() {
        return history.known(timeout);
    }

    @Override
    public Ring await(Epoch atLeast, Duration wait) {
        return history.await(atLeast, wait);
    }

    @Override
    public Subscription subscribe(Consumer<? super Ring> listener) {
        requireOpen();
        Subscription subscription = history.subscribe(listener);
        subscriptions.add(subscription);
        try {
            // A close in the meantime may not have seen this subscription.
            requireOpen();
        } catch (IllegalStateException e) {
            subscription.close();
            throw e;
        }
        return () -> {
            subscriptions.remove(subscription);
            subscription.close();
        };
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new IllegalStateException("Cannot subscribe to ring " + history.ring() + " after close");
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            subscriptions.forEach(Subscription::close);
            release.run();
        }
    }
}
