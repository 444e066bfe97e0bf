/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Cells;
import io.slipring.processor.core.HomeKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;

/**
 * The windows of an aggregation's state that one running instance holds: those that are not closed yet. Reads what tasks have
 * settled, while they go on writing; thread-safe.
 */
public final class LocalWindows<K, A> {
    private final LocalState<K, A> state;
    private final AggregationSpec<K, ?, A> spec;

    LocalWindows(LocalState<K, A> state, AggregationSpec<K, ?, A> spec) {
        this.state = state;
        this.spec = spec;
    }

    /**
     * The whole aggregates of a key whose owner runs at this instance, by the start of their window. Never parts of them:
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
            Bytes low = Bytes.wrap(HomeKey.of(vnode, cells.cell(first, nothing)));
            Bytes high = Bytes.wrap(HomeKey.of(vnode, cells.cell(to.toEpochMilli() + 1, nothing)));
            try (KeyValueIterator<Bytes, byte[]> entries = home.range(low, high)) {
                while (entries.hasNext()) {
                    KeyValue<Bytes, byte[]> entry = entries.next();
                    byte[] cell = HomeKey.key(entry.key.get());
                    if (entry.key.compareTo(high) < 0 && Arrays.equals(cells.key(cell), bytes)) {
                        found.put(Instant.ofEpochMilli(cells.start(cell)), state.update(entry.value));
                    }
                }
            }
            return found;
        });
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
            visitor.accept(spec.windows().windowed(key, cell), update);
        });
    }
}
