/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Tokens;
import java.util.Arrays;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A task's home state: one {@link Envelope} per key, under {@code vnode (2 bytes big-endian) ++ key}, so that a vnode is one
 * contiguous range and a handoff reads only what it moves. Counts what it holds.
 */
final class HomeState<V, A> {
    private static final int VNODE_BYTES = 2;

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
        byte[] storeKey = storeKey(partial.vnode(), partial.key());
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
        byte[] storeKey = storeKey(vnode, key);
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
        byte[] from = after == null ? prefix(vnode) : successor(storeKey(vnode, after));
        byte @Nullable [] to = vnode + 1 < Tokens.VNODES ? prefix(vnode + 1) : null;
        store.scan(
                from,
                to,
                (storeKey, envelope) ->
                        visitor.test(Arrays.copyOfRange(storeKey, VNODE_BYTES, storeKey.length), envelope));
    }

    void delete(int vnode, byte[] key, byte[] envelope) {
        byte[] storeKey = storeKey(vnode, key);
        store.put(storeKey, null);
        entries--;
        bytes -= storeKey.length + envelope.length;
        records -= Envelope.recordsOf(envelope);
    }

    void clearHeld(int vnode, byte[] key, byte[] envelope) {
        store.put(storeKey(vnode, key), Envelope.withHeld(envelope, false));
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

    static byte[] storeKey(int vnode, byte[] key) {
        byte[] storeKey = new byte[VNODE_BYTES + key.length];
        storeKey[0] = (byte) (vnode >>> 8);
        storeKey[1] = (byte) vnode;
        System.arraycopy(key, 0, storeKey, VNODE_BYTES, key.length);
        return storeKey;
    }

    private static byte[] prefix(int vnode) {
        return new byte[] {(byte) (vnode >>> 8), (byte) vnode};
    }

    /** The least key above the given one. */
    private static byte[] successor(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }
}
