/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.errors.RingNotFoundException;
import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a reader has learnt of one ring: the epochs, and while there are none, what stands in the way.
 *
 * <p>Readers of the snapshot take no lock. Two locks, taken in this order: {@code delivery} (one batch or subscription at
 * a time, so that listeners see each ring once and in order), then this object's monitor (changes of {@code state} and
 * waiting for them).
 */
final class RingHistory {
    private static final Logger LOG = LoggerFactory.getLogger(RingSource.class);

    /** What keeps the reader from learning more; a lasting one has to be removed by somebody. */
    private record Obstacle(KafkaException failure, boolean lasting) {}

    /** Known epochs, whether the place was read to its end once, and what stands in the way of more. */
    private record State(
            NavigableMap<Epoch, Ring> rings,
            boolean readToEnd,
            @Nullable Obstacle obstacle) {
        @Nullable
        Ring newest() {
            return rings.isEmpty() ? null : rings.lastEntry().getValue();
        }

        @Nullable
        KafkaException failure() {
            return obstacle == null ? null : obstacle.failure();
        }
    }

    private final String ring;
    private final String place;
    private final ReentrantLock delivery = new ReentrantLock();
    private final List<Consumer<? super Ring>> listeners = new CopyOnWriteArrayList<>();
    private volatile State state = new State(new TreeMap<>(), false, null);

    /**
     * @param ring name of the ring
     * @param place where it is read from, for messages: {@code topic __slipring at localhost:9092}
     */
    RingHistory(String ring, String place) {
        this.ring = ring;
        this.place = place;
    }

    String ring() {
        return ring;
    }

    /**
     * Adds what the place holds up to its present end.
     *
     * @param refused why the last definition that was refused was refused, if one was
     */
    void learn(Collection<Ring> batch, @Nullable KafkaException refused) {
        delivery.lock();
        try {
            List<Ring> fresh = fresh(batch);
            Ring before = state.newest();
            NavigableMap<Epoch, Ring> rings = new TreeMap<>(state.rings());
            fresh.forEach(r -> rings.put(r.epoch(), r));
            become(new State(rings, true, refused == null ? null : new Obstacle(refused, false)));
            announce(before, state.newest());
            for (Consumer<? super Ring> listener : listeners) {
                fresh.forEach(r -> deliver(listener, r));
            }
        } finally {
            delivery.unlock();
        }
    }

    /** Notes what stands in the way of learning more; a lasting obstacle ends all waits at once. */
    void obstructed(KafkaException failure, boolean lasting) {
        delivery.lock();
        try {
            become(new State(state.rings(), state.readToEnd(), new Obstacle(failure, lasting)));
        } finally {
            delivery.unlock();
        }
    }

    List<Ring> known(Duration timeout) {
        return List.copyOf(loaded(timeout).rings().values());
    }

    Ring current(Duration timeout) {
        return loaded(timeout).rings().lastEntry().getValue();
    }

    Epoch oldest(Duration timeout) {
        return loaded(timeout).rings().firstKey();
    }

    Ring ring(Epoch epoch, Duration timeout) {
        NavigableMap<Epoch, Ring> rings = loaded(timeout).rings();
        Ring found = rings.get(epoch);
        if (found == null) {
            throw new RingNotFoundException("Ring " + ring + " has no epoch " + epoch.value() + " in " + place
                    + "; known are epochs " + rings.firstKey().value() + " to "
                    + rings.lastKey().value());
        }
        return found;
    }

    Ring await(Epoch atLeast, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        State now = state;
        Ring newest = now.newest();
        while (newest == null || newest.epoch().compareTo(atLeast) < 0) {
            String seen = newest == null ? "none" : "epoch " + newest.epoch().value();
            now = nextAfter(
                    now,
                    deadline,
                    last -> deadline.timeout(
                            "ring " + ring + " epoch >= " + atLeast.value() + " in " + place + ", newest known is "
                                    + seen,
                            last.failure()));
            newest = now.newest();
        }
        return newest;
    }

    RingSource.Subscription subscribe(Consumer<? super Ring> listener) {
        Consumer<Ring> registered = listener::accept;
        delivery.lock();
        try {
            state.rings().values().forEach(registered);
            listeners.add(registered);
        } finally {
            delivery.unlock();
        }
        return () -> unsubscribe(registered);
    }

    private void unsubscribe(Consumer<Ring> registered) {
        delivery.lock();
        try {
            listeners.remove(registered);
        } finally {
            delivery.unlock();
        }
    }

    private State loaded(Duration timeout) {
        State now = state;
        if (!now.rings().isEmpty()) {
            return now;
        }
        Deadline deadline = Deadline.in(timeout);
        while (now.rings().isEmpty()) {
            now = nextAfter(now, deadline, last -> unloaded(last, deadline));
        }
        return now;
    }

    private KafkaException unloaded(State last, Deadline deadline) {
        KafkaException failure = last.failure();
        if (failure != null) {
            return failure;
        }
        return last.readToEnd()
                ? new RingNotFoundException("Ring " + ring + " is not in " + place
                        + ", which was read to its end; create the ring, or correct its name or the place")
                : deadline.timeout("ring " + ring + " from " + place, null);
    }

    @SuppressWarnings("ReferenceEquality") // Each change makes a new state; which one, is the question.
    private synchronized State nextAfter(State last, Deadline deadline, Function<State, KafkaException> late) {
        while (state == last) {
            if (last.obstacle() != null && last.obstacle().lasting()) {
                throw last.obstacle().failure();
            }
            if (deadline.passed()) {
                throw late.apply(last);
            }
            try {
                // Rounded up, so that the wait isn't a zero one, which would have no end.
                wait(deadline.remainingMillis());
            } catch (InterruptedException e) {
                throw new InterruptException("Interrupted while waiting for ring " + ring + " from " + place, e);
            }
        }
        return state;
    }

    private synchronized void become(State next) {
        state = next;
        notifyAll();
    }

    private List<Ring> fresh(Collection<Ring> batch) {
        NavigableMap<Epoch, Ring> fresh = new TreeMap<>();
        for (Ring candidate : batch) {
            Ring held = state.rings().getOrDefault(candidate.epoch(), fresh.get(candidate.epoch()));
            if (held == null) {
                fresh.put(candidate.epoch(), candidate);
            } else if (!held.fingerprint().equals(candidate.fingerprint())) {
                LOG.error(
                        "Refused a second definition of a published epoch, the first stays ring={} epoch={}"
                                + " fingerprint={} refused={}",
                        ring,
                        candidate.epoch().value(),
                        held.fingerprint().shortForm(),
                        candidate.fingerprint().shortForm());
            }
        }
        return new ArrayList<>(fresh.values());
    }

    private void announce(@Nullable Ring before, @Nullable Ring after) {
        if (after != null && (before == null || !after.equals(before))) {
            LOG.info(
                    "Ring changed ring={} epoch={}->{} fingerprint={} shards={} source=\"{}\"",
                    ring,
                    before == null ? "none" : before.epoch().value(),
                    after.epoch().value(),
                    after.fingerprint().shortForm(),
                    after.shards().size(),
                    place);
        }
    }

    private void deliver(Consumer<? super Ring> listener, Ring next) {
        try {
            listener.accept(next);
        } catch (RuntimeException e) {
            LOG.error("A listener failed ring={} epoch={}", ring, next.epoch().value(), e);
        }
    }
}
