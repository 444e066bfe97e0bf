/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.hotkeys.HotKey;
import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.Tokens;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys that are split, found by their token and then by their bytes: two keys are never taken for one, even if they have
 * one token. Immutable, but for the runs inside the splits. A key that isn't split mostly costs one array read.
 */
final class SplitTable {
    static final SplitTable NONE = new SplitTable(List.of(), List.of());

    /** At least so many bits of the filter for each key, so that hardly any other key passes it. */
    private static final int FILTER_BITS = 128;

    /** The bit for each key's token is set. */
    private final long[] filter;

    private final int filterMask;
    private final int mask;
    private final long[] tokens;
    private final @Nullable Split[] splits;

    private SplitTable(List<byte[]> keys, List<Split> of) {
        int size = keys.isEmpty() ? 1 : Integer.highestOneBit(keys.size()) << 3;
        this.mask = size - 1;
        int bits = Math.max(Long.SIZE, Integer.highestOneBit(keys.size() * FILTER_BITS));
        this.filter = new long[bits / Long.SIZE];
        this.filterMask = filter.length - 1;
        this.tokens = new long[size];
        this.splits = new Split[size];
        for (int i = 0; i < keys.size(); i++) {
            long token = Tokens.token(keys.get(i));
            int at = (int) token & mask;
            while (splits[at] != null) {
                at = (at + 1) & mask;
            }
            tokens[at] = token;
            filter[word(token)] |= 1L << token;
            splits[at] = of.get(i);
        }
    }

    /**
     * The splits of a ring, as its mode has it: none, those that it declares, or those and the keys found hot.
     *
     * @param hot keys by decreasing share
     */
    static SplitTable of(Ring ring, List<HotKey> hot) {
        if (ring.splitMode() == SplitMode.OFF) {
            return NONE;
        }
        Map<SplitKey, Split> declared = new HashMap<>();
        List<byte[]> keys = new ArrayList<>();
        List<Split> splits = new ArrayList<>();
        for (SplitKey split : ring.splits()) {
            Split over = new Split(
                    split.key(), split.shards().stream().map(ring::shard).toList());
            declared.put(split, over);
            keys.add(split.key());
            splits.add(over);
        }
        if (ring.splitMode() == SplitMode.ADAPTIVE) {
            for (HotKey found : hot) {
                byte[] key = found.key();
                if (found.ways() > 1 && declared.values().stream().noneMatch(split -> split.isOf(key))) {
                    List<Shard> shards = ring.successors(Tokens.vnode(key), found.ways(), false);
                    keys.add(key);
                    splits.add(new Split(key, shards));
                }
            }
        }
        return keys.isEmpty() ? NONE : new SplitTable(keys, splits);
    }

    private int word(long token) {
        return (int) (token >>> 6) & filterMask;
    }

    /** The split of a key; null if it has none. */
    @Nullable
    Split find(long token, byte[] key) {
        return (filter[word(token)] >>> token & 1) == 0 ? null : probe(token, key);
    }

    private @Nullable Split probe(long token, byte[] key) {
        int at = (int) token & mask;
        while (true) {
            Split split = splits[at];
            if (split == null) {
                return null;
            }
            if (tokens[at] == token && split.isOf(key)) {
                return split;
            }
            at = (at + 1) & mask;
        }
    }

    int size() {
        int size = 0;
        for (Split split : splits) {
            size += split == null ? 0 : 1;
        }
        return size;
    }
}
