/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Tokens;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A task's home state: one {@link Envelope} per key, under its {@link HomeKey}, so that a vnode is one
 * contiguous range and a handoff reads only what it moves. Counts what it holds.
 */
final class HomeState<V, A> {
    private final HomeStore store;
    private final Folding<V, A> folding;
    private long entries;
    private long bytes;
    private long records;

    HomeState(HomeStore store, Folding<V, A> folding, Counters counters) {
        this.store = store;
        this.folding = folding;
        this.entries = counters.entries();
        this.bytes = counters.bytes();
        this.records = counters.home();
    }

    /** What a merge left in the store. */
    record Merged<A>(A aggregate, long records, long timestamp) {}

    /** Merges a drained partial and returns the key's whole aggregate; {@code held} becomes its mark. */
    Merged<A> merge(Combiner.Pending<A> partial, boolean held) {
        byte[] storeKey = HomeKey.of(partial.vnode(), partial.key());
        byte @Nullable [] stored = store.get(storeKey);
        A aggregate = partial.aggregate();
        long total = partial.records();
        long timestamp = partial.timestamp();
        if (stored != null) {
            Envelope before = Envelope.decode(stored);
            aggregate = folding.merge(folding.decode(before.aggregate()), aggregate);
            total += before.records();
            timestamp = Math.max(timestamp, before.timestamp());
        }
        put(storeKey, stored, new Envelope(held, total, timestamp, folding.encode(aggregate)).encode());
        records += partial.records();
        return new Merged<>(aggregate, total, timestamp);
    }

    /** Merges a partial that was handed off; an update owed on either side stays owed. Returns whether one is. */
    boolean mergeHandedOff(int vnode, byte[] key, byte[] envelope) {
        byte[] storeKey = HomeKey.of(vnode, key);
        byte @Nullable [] stored = store.get(storeKey);
        Envelope arrived = Envelope.decode(envelope);
        byte[] merged = envelope;
        if (stored != null) {
            Envelope before = Envelope.decode(stored);
            A aggregate = folding.merge(folding.decode(before.aggregate()), folding.decode(arrived.aggregate()));
            merged = new Envelope(
                            before.held() || arrived.held(),
                            before.records() + arrived.records(),
                            Math.max(before.timestamp(), arrived.timestamp()),
                            folding.encode(aggregate))
                    .encode();
        }
        put(storeKey, stored, merged);
        records += arrived.records();
        return Envelope.isHeld(merged);
    }

    /** Visits a vnode's entries as (key, envelope), those above {@code after} only, until the visitor returns false. */
    void scan(int vnode, byte @Nullable [] after, BiPredicate<byte[], byte[]> visitor) {
        byte[] from = after == null ? HomeKey.first(vnode) : HomeKey.after(vnode, after);
        byte @Nullable [] to = vnode + 1 < Tokens.VNODES ? HomeKey.first(vnode + 1) : null;
        store.scan(from, to, (storeKey, envelope) -> visitor.test(HomeKey.key(storeKey), envelope));
    }

    /** Deletes an entry; returns the key and value bytes that it took in the store. */
    long delete(int vnode, byte[] key, byte[] envelope) {
        byte[] storeKey = HomeKey.of(vnode, key);
        long freed = storeKey.length + (long) envelope.length;
        store.put(storeKey, null);
        entries--;
        bytes -= freed;
        records -= Envelope.recordsOf(envelope);
        return freed;
    }

    /** Deletes the entry of a key and returns what it was; null if there is none. */
    @Nullable
    Envelope erase(int vnode, byte[] key) {
        byte @Nullable [] stored = store.get(HomeKey.of(vnode, key));
        if (stored == null) {
            return null;
        }
        delete(vnode, key, stored);
        return Envelope.decode(stored);
    }

    void clearHeld(int vnode, byte[] key, byte[] envelope) {
        store.put(HomeKey.of(vnode, key), Envelope.withHeld(envelope, false));
    }

    long entries() {
        return entries;
    }

    long bytes() {
        return bytes;
    }

    long records() {
        return records;
    }

    private void put(byte[] storeKey, byte @Nullable [] before, byte[] after) {
        store.put(storeKey, after);
        if (before == null) {
            entries++;
            bytes += storeKey.length + after.length;
        } else {
            bytes += after.length - before.length;
        }
    }
}
