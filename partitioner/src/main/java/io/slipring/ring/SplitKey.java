/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/** A hot key and the shards over which its records are spread. Immutable. */
public final class SplitKey implements Comparable<SplitKey> {

    private final byte[] key;
    private final List<ShardId> shards;

    /**
     * Declares a split.
     *
     * @param key the serialized key, which may be empty; copied
     * @param shards at least one, each once; their order is part of the ring's fingerprint
     */
    public SplitKey(byte[] key, List<ShardId> shards) {
        this.key = key.clone();
        this.shards = List.copyOf(shards);
        if (shards.isEmpty()) {
            throw new IllegalArgumentException("a split key must have at least 1 shard, had none");
        }
        if (new HashSet<>(this.shards).size() != this.shards.size()) {
            throw new IllegalArgumentException("a split key must name each shard once, named " + shards);
        }
    }

    /** Returns a copy of the serialized key. */
    public byte[] key() {
        return key.clone();
    }

    /** Returns the shards in their declared order. */
    public List<ShardId> shards() {
        return shards;
    }

    /** Orders by key, byte by byte as unsigned values, a prefix first. */
    @Override
    public int compareTo(SplitKey other) {
        return Arrays.compareUnsigned(key, other.key);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SplitKey split && Arrays.equals(key, split.key) && shards.equals(split.shards);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(key) + shards.hashCode();
    }

    /** Returns the length of the key and the shards; never the key. */
    @Override
    public String toString() {
        return "SplitKey[" + key.length + " bytes over " + shards + "]";
    }
}
