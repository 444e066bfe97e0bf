/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Tokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Partials folded since the last drain, one per key, whoever owns it: the map-side combiner. On the heap only; a shard
 * drains it before each commit.
 */
final class Combiner<V, A> {
    private final Folding<V, A> folding;
    private final int capacity;
    private final Map<Key, Pending<A>> pending = new HashMap<>();

    Combiner(Folding<V, A> folding, int capacity) {
        this.folding = folding;
        this.capacity = capacity;
    }

    /** Folds a record; returns the vnode of its key. */
    int fold(byte[] key, V value, long timestamp) {
        return fold(new Key(key), value, timestamp);
    }

    /** Folds a record into a cell of a vnode. */
    void fold(byte[] cell, int vnode, V value, long timestamp) {
        fold(new Key(cell, vnode), value, timestamp);
    }

    private int fold(Key id, V value, long timestamp) {
        Pending<A> partial = pending.get(id);
        if (partial == null) {
            pending.put(id, new Pending<>(id, folding.fold(folding.identity(), value), 1, timestamp));
        } else {
            partial.aggregate = folding.fold(partial.aggregate, value);
            partial.records++;
            partial.timestamp = Math.max(partial.timestamp, timestamp);
        }
        return id.vnode;
    }

    /** Merges a partial that was folded elsewhere. */
    void merge(byte[] key, Envelope envelope) {
        merge(new Key(key), envelope);
    }

    /** Merges a partial of a cell of a vnode that was folded elsewhere. */
    void merge(byte[] cell, int vnode, Envelope envelope) {
        merge(new Key(cell, vnode), envelope);
    }

    private void merge(Key id, Envelope envelope) {
        A aggregate = folding.decode(envelope.aggregate());
        Pending<A> partial = pending.get(id);
        if (partial == null) {
            pending.put(id, new Pending<>(id, aggregate, envelope.records(), envelope.timestamp()));
        } else {
            partial.aggregate = folding.merge(partial.aggregate, aggregate);
            partial.records += envelope.records();
            partial.timestamp = Math.max(partial.timestamp, envelope.timestamp());
        }
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    boolean isFull() {
        return pending.size() >= capacity;
    }

    /** The partials in the order of their {@link HomeKey}s, in which a store is read and written with the least effort; a copy. */
    List<Pending<A>> partials() {
        List<Pending<A>> partials = new ArrayList<>(pending.values());
        partials.sort(Comparator.comparing((Pending<A> partial) -> partial.id));
        return partials;
    }

    void clear() {
        pending.clear();
    }

    /** A partial that grows until it is drained. */
    static final class Pending<A> {
        private final Key id;
        private A aggregate;
        private long records;
        private long timestamp;

        Pending(Key id, A aggregate, long records, long timestamp) {
            this.id = id;
            this.aggregate = aggregate;
            this.records = records;
            this.timestamp = timestamp;
        }

        byte[] key() {
            return id.bytes;
        }

        int vnode() {
            return id.vnode;
        }

        A aggregate() {
            return aggregate;
        }

        long records() {
            return records;
        }

        long timestamp() {
            return timestamp;
        }
    }

    /** Key bytes, hashed by their token; or a cell's. */
    private static final class Key implements Comparable<Key> {
        private final byte[] bytes;
        private final int hash;
        private final int vnode;

        Key(byte[] bytes) {
            long token = Tokens.token(bytes);
            this.bytes = bytes;
            this.hash = Long.hashCode(token);
            this.vnode = Tokens.vnode(token);
        }

        Key(byte[] cell, int vnode) {
            this.bytes = cell;
            this.hash = Arrays.hashCode(cell);
            this.vnode = vnode;
        }

        @Override
        public int compareTo(Key that) {
            int order = Integer.compare(vnode, that.vnode);
            return order != 0 ? order : Arrays.compareUnsigned(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key that && hash == that.hash && Arrays.equals(bytes, that.bytes);
        }
    }
}
