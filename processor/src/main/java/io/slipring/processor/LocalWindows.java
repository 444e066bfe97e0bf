/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.aggregate.Session;
import io.slipring.processor.core.Cells;
import io.slipring.processor.core.HomeKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The windows of an aggregation's state that one running instance holds: those that are not closed yet. Reads what tasks have
 * settled, while they go on writing; thread-safe.
 */
public final class LocalWindows<K, A> {
    private final LocalState<K, ?> state;
    private final AggregationSpec<K, ?, ?> spec;

    LocalWindows(LocalState<K, ?> state, AggregationSpec<K, ?, ?> spec) {
        this.state = state;
        this.spec = spec;
    }

    /**
     * The whole aggregates of a key whose owner runs at this instance, by the start of their window or session. Never parts of them:
     * while the key's vnode is being handed off, the call fails instead. Costs a scan of the windows of the key's vnode.
     *
     * @param from earliest start of a window, inclusive; not before 1970
     * @param to latest start of a window, inclusive
     * @throws KeyNotLocalException if the owner runs elsewhere
     * @throws HandoffInProgressException if the owner does not have the whole state yet
     * @throws org.apache.kafka.streams.errors.InvalidStateStoreException while the instance is not running or rebalances;
     *     retriable
     */
    public Map<Instant, Update<A>> fetch(K key, Instant from, Instant to) {
        Cells cells = spec.windows().cells();
        long first = Math.max(0, from.toEpochMilli());
        if (to.toEpochMilli() < first) {
            return Map.of();
        }
        byte[] nothing = {};
        return state.read(key, (home, vnode, bytes) -> {
            Map<Instant, Update<A>> found = new TreeMap<>();
            if (cells.areSessions()) {
                for (Session<A> session : sessions(home, vnode, bytes)) {
                    if (session.start() >= first && session.start() <= to.toEpochMilli()) {
                        found.put(Instant.ofEpochMilli(session.start()), update(session));
                    }
                }
                return found;
            }
            Bytes low = Bytes.wrap(HomeKey.of(vnode, cells.cell(first, nothing)));
            Bytes high = Bytes.wrap(HomeKey.of(vnode, cells.cell(to.toEpochMilli() + 1, nothing)));
            try (KeyValueIterator<Bytes, byte[]> entries = home.range(low, high)) {
                while (entries.hasNext()) {
                    KeyValue<Bytes, byte[]> entry = entries.next();
                    byte[] cell = HomeKey.key(entry.key.get());
                    if (entry.key.compareTo(high) < 0 && Arrays.equals(cells.key(cell), bytes)) {
                        found.put(Instant.ofEpochMilli(cells.start(cell)), this.<A>typed(state.update(entry.value)));
                    }
                }
            }
            return found;
        });
    }

    /** Those that are settled, with those that are known to have been late for nothing only now. */
    @SuppressWarnings("unchecked") // the aggregator is a SessionAggregator over A
    private List<Session<A>> sessions(ReadOnlyKeyValueStore<Bytes, byte[]> home, int vnode, byte[] key) {
        Aggregator<?, List<Session<A>>> aggregator = (Aggregator<?, List<Session<A>>>) spec.aggregator();
        List<Session<A>> sessions = aggregator.identity();
        for (boolean pending : new boolean[] {false, true}) {
            byte[] entry = home.get(Bytes.wrap(HomeKey.of(vnode, Cells.ofSessions(key, pending))));
            if (entry != null) {
                sessions = aggregator.merge(sessions, ((Update<List<Session<A>>>) state.update(entry)).value());
            }
        }
        return sessions;
    }

    private static <A> Update<A> update(Session<A> session) {
        return new Update<>(session.aggregate(), session.records(), session.end());
    }

    @SuppressWarnings("unchecked") // without sessions, the aggregator's are A
    private <B> Update<B> typed(Update<?> update) {
        return (Update<B>) update;
    }

    /**
     * Visits every window of every key that this instance holds, including those of vnodes whose handoff is under way, so a
     * window may appear at two instances then, each time with part of its records.
     *
     * @throws org.apache.kafka.streams.errors.InvalidStateStoreException while the instance is not running or rebalances;
     *     retriable
     */
    public void forEach(BiConsumer<Windowed<K>, Update<A>> visitor) {
        Cells cells = spec.windows().cells();
        Deserializer<K> keys = spec.keySerde().deserializer();
        state.forEachEntry((cell, update) -> {
            K key = keys.deserialize(spec.transferTopic(), cells.key(cell));
            if (cells.areSessions()) {
                for (Session<A> session : this.<List<Session<A>>>typed(update).value()) {
                    visitor.accept(WindowSpec.session(key, session.start(), session.end()), update(session));
                }
            } else {
                visitor.accept(spec.windows().windowed(key, cell), this.<A>typed(update));
            }
        });
    }
}
