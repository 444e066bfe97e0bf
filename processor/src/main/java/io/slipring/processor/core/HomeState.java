/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Tokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A task's home state: one {@link Envelope} per key, under its {@link HomeKey}, so that a vnode is one
 * contiguous range and a handoff reads only what it moves. Counts what it holds.
 */
final class HomeState<V, A> {
    private final HomeStore store;
    private final Folding<V, A> folding;
    private final boolean provisional;
    private long entries;
    private long bytes;
    private long records;

    HomeState(HomeStore store, Folding<V, A> folding, Counters counters) {
        this(store, folding, false, counters);
    }

    /**
     * @param provisional what the held mark means: that all of an entry was folded while its vnode was awaited, so that it is
     *     not known whether its window is closed; not that an update is owed
     */
    HomeState(HomeStore store, Folding<V, A> folding, boolean provisional, Counters counters) {
        this.store = store;
        this.folding = folding;
        this.provisional = provisional;
        this.entries = counters.entries();
        this.bytes = counters.bytes();
        this.records = counters.home();
    }

    /** What a merge left in the store. */
    record Merged<A>(A aggregate, long records, long timestamp, boolean held) {}

    /** Some entries, and whether more may follow. */
    record Batch(List<Transfer.Partial> entries, boolean more) {}

    /** Merges a drained partial and returns the key's whole aggregate; {@code held} becomes its mark, unless what is there is not provisional. */
    Merged<A> merge(Combiner.Pending<A> partial, boolean held) {
        return merge(partial, partial.key(), held);
    }

    /** The same into another cell of the vnode. */
    Merged<A> merge(Combiner.Pending<A> partial, byte[] cell, boolean held) {
        byte[] storeKey = HomeKey.of(partial.vnode(), cell);
        byte @Nullable [] stored = store.get(storeKey);
        A aggregate = partial.aggregate();
        long total = partial.records();
        long timestamp = partial.timestamp();
        boolean mark = held;
        if (stored != null) {
            Envelope before = Envelope.decode(stored);
            aggregate = folding.merge(folding.decode(before.aggregate()), aggregate);
            total += before.records();
            timestamp = Math.max(timestamp, before.timestamp());
            mark = held && (before.held() || !provisional);
        }
        put(storeKey, stored, new Envelope(mark, total, timestamp, folding.encode(aggregate)).encode());
        records += partial.records();
        return new Merged<>(aggregate, total, timestamp, mark);
    }

    /**
     * Merges partials of a vnode that were handed off, their keys ascending; an update owed on either side stays owed. What is
     * there already is read at once, as it is little, and mostly nothing.
     *
     * @return whether an update is owed
     */
    boolean mergeHandedOff(int vnode, List<Transfer.Partial> partials) {
        byte[][] storeKeys = storeKeys(vnode, partials);
        byte[][] stored = read(storeKeys);
        List<HomeStore.Entry> writes = new ArrayList<>(partials.size());
        boolean held = false;
        for (int i = 0; i < storeKeys.length; i++) {
            byte[] arrived = partials.get(i).envelope();
            byte[] merged = merged(stored[i], arrived);
            writes.add(new HomeStore.Entry(storeKeys[i], merged));
            count(storeKeys[i], stored[i], merged);
            records += Envelope.recordsOf(arrived);
            held |= Envelope.isHeld(merged);
        }
        store.putAll(writes);
        return held;
    }

    private byte[] merged(byte @Nullable [] stored, byte[] envelope) {
        Envelope arrived = Envelope.decode(envelope);
        if (stored == null) {
            return envelope;
        }
        Envelope before = Envelope.decode(stored);
        A aggregate = folding.merge(folding.decode(before.aggregate()), folding.decode(arrived.aggregate()));
        return new Envelope(
                        provisional ? before.held() && arrived.held() : before.held() || arrived.held(),
                        before.records() + arrived.records(),
                        Math.max(before.timestamp(), arrived.timestamp()),
                        folding.encode(aggregate))
                .encode();
    }

    private static byte[][] storeKeys(int vnode, List<Transfer.Partial> partials) {
        return partials.stream()
                .map(partial -> HomeKey.of(vnode, partial.key()))
                .toArray(byte[][]::new);
    }

    /** The values of ascending keys, or null, in one walk over what lies between them. */
    private byte[][] read(byte[][] storeKeys) {
        byte[][] values = new byte[storeKeys.length][];
        if (storeKeys.length == 1) {
            values[0] = store.get(storeKeys[0]);
            return values;
        }
        byte[] last = storeKeys[storeKeys.length - 1];
        int[] next = {0};
        store.scan(storeKeys[0], Arrays.copyOf(last, last.length + 1), (storeKey, value) -> {
            while (next[0] < storeKeys.length && Arrays.compareUnsigned(storeKeys[next[0]], storeKey) < 0) {
                next[0]++;
            }
            if (next[0] < storeKeys.length && Arrays.equals(storeKeys[next[0]], storeKey)) {
                values[next[0]] = value;
            }
            return true;
        });
        return values;
    }

    /** Visits a vnode's entries as (key, envelope), those above {@code after} only, until the visitor returns false. */
    void scan(int vnode, byte @Nullable [] after, BiPredicate<byte[], byte[]> visitor) {
        byte[] from = after == null ? HomeKey.first(vnode) : HomeKey.after(vnode, after);
        store.scan(from, end(vnode), (storeKey, envelope) -> visitor.test(HomeKey.key(storeKey), envelope));
    }

    /** Above all entries of a vnode, below all others; null for the last one. */
    private static byte @Nullable [] end(int vnode) {
        return vnode + 1 < Tokens.VNODES ? HomeKey.first(vnode + 1) : null;
    }

    /** The first vnode at or after the given one that has an entry; one more than the last vnode if none has. */
    int firstVnode(int from) {
        int[] vnode = {Tokens.VNODES};
        if (from < Tokens.VNODES) {
            store.scan(HomeKey.first(from), null, (storeKey, envelope) -> {
                vnode[0] = HomeKey.vnode(storeKey);
                return false;
            });
        }
        return vnode[0];
    }

    /** A vnode's next entries after a cell, from the first if it is null; about so many bytes of them and at least one. */
    Batch after(int vnode, byte @Nullable [] cell, int maxBytes) {
        return batch(cell == null ? HomeKey.first(vnode) : HomeKey.after(vnode, cell), end(vnode), maxBytes);
    }

    /** A vnode's first entries below a key, about so many bytes of them and at least one. */
    Batch below(int vnode, byte[] key, int maxBytes) {
        return batch(HomeKey.first(vnode), HomeKey.of(vnode, key), maxBytes);
    }

    private Batch batch(byte[] from, byte @Nullable [] to, int maxBytes) {
        List<Transfer.Partial> batch = new ArrayList<>();
        long[] room = {maxBytes};
        store.scan(from, to, (storeKey, envelope) -> {
            batch.add(new Transfer.Partial(HomeKey.key(storeKey), envelope));
            room[0] -= storeKey.length + (long) envelope.length;
            return room[0] > 0;
        });
        return new Batch(batch, room[0] <= 0);
    }

    /** The entry of a cell, or null. */
    byte @Nullable [] get(int vnode, byte[] cell) {
        return store.get(HomeKey.of(vnode, cell));
    }

    /** Writes an entry in place of the one before, which is null if there is none. */
    void replace(int vnode, byte[] cell, byte @Nullable [] before, Envelope after) {
        put(HomeKey.of(vnode, cell), before, after.encode());
        records += after.records() - (before == null ? 0 : Envelope.recordsOf(before));
    }

    /** Deletes an entry; returns the key and value bytes that it took in the store. */
    long delete(int vnode, byte[] key, byte[] envelope) {
        return delete(vnode, List.of(new Transfer.Partial(key, envelope)));
    }

    /** Deletes entries of a vnode; returns the key and value bytes that they took in the store. */
    long delete(int vnode, List<Transfer.Partial> deleted) {
        List<HomeStore.Entry> writes = new ArrayList<>(deleted.size());
        long freed = 0;
        for (Transfer.Partial entry : deleted) {
            byte[] storeKey = HomeKey.of(vnode, entry.key());
            writes.add(new HomeStore.Entry(storeKey, null));
            freed += storeKey.length + (long) entry.envelope().length;
            records -= Envelope.recordsOf(entry.envelope());
        }
        store.putAll(writes);
        entries -= deleted.size();
        bytes -= freed;
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

    /** The cells of a key that have an entry; costs a scan of its vnode. */
    List<byte[]> cells(Cells windows, int vnode, byte[] key) {
        List<byte[]> cells = new ArrayList<>();
        scan(vnode, null, (cell, envelope) -> {
            if (Arrays.equals(windows.key(cell), key)) {
                cells.add(cell);
            }
            return true;
        });
        return cells;
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
        count(storeKey, before, after);
    }

    private void count(byte[] storeKey, byte @Nullable [] before, byte[] after) {
        if (before == null) {
            entries++;
            bytes += storeKey.length + after.length;
        } else {
            bytes += after.length - before.length;
        }
    }
}
