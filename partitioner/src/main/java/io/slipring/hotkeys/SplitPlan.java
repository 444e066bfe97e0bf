/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.Tokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which keys a ring should declare split, and what that does to its shards. Immutable; making one is a pure function.
 *
 * @param splits the keys, hottest first; keys that are too cold to be split are left out
 * @param before share of the records that each shard has now
 * @param after share that each is expected to have
 */
public record SplitPlan(List<SplitKey> splits, SortedMap<ShardId, Double> before, SortedMap<ShardId, Double> after) {
    public SplitPlan {
        splits = List.copyOf(splits);
        before = Collections.unmodifiableSortedMap(new TreeMap<>(before));
        after = Collections.unmodifiableSortedMap(new TreeMap<>(after));
    }

    /**
     * Plans anew, whatever the ring declares so far: hottest key first, each in as many equal pieces as the rule says, one
     * piece each to the shards that have the least for their weight (longest processing time first).
     *
     * <p>A shard's load without the hot keys is what it has now, less what the present splits make it carry of them.
     *
     * @param hot the hot keys, as merged from all producers; their ways say how widely adaptive producers spread them now
     * @param loads share of all records by shard, 0 to 1; shards not named have none
     */
    public static SplitPlan of(Ring ring, List<HotKey> hot, Map<ShardId, Double> loads, SplitRule rule) {
        List<Shard> owners =
                ring.shards().stream().filter(shard -> !shard.isDrained()).toList();
        TreeMap<ShardId, Double> before = new TreeMap<>();
        owners.forEach(shard -> before.put(shard.id(), loads.getOrDefault(shard.id(), 0.0)));
        List<HotKey> hottest = hot.stream()
                .filter(key -> rule.ways(key.share(), owners.size()) > 1)
                .sorted(Comparator.comparingDouble(HotKey::share).reversed())
                .toList();
        TreeMap<ShardId, Double> after = new TreeMap<>(before);
        for (HotKey key : hottest) {
            List<ShardId> now = carriers(ring, key);
            now.forEach(id -> after.computeIfPresent(id, (i, load) -> Math.max(0, load - key.share() / now.size())));
        }
        List<SplitKey> splits = new ArrayList<>();
        for (HotKey key : hottest) {
            int ways = rule.ways(key.share(), owners.size());
            List<ShardId> least = owners.stream()
                    .sorted(Comparator.comparingDouble((Shard shard) -> relative(after, shard))
                            .thenComparing(Shard::id))
                    .limit(ways)
                    .map(Shard::id)
                    .toList();
            least.forEach(id -> after.merge(id, key.share() / ways, Double::sum));
            splits.add(new SplitKey(key.key(), least));
        }
        return new SplitPlan(splits, before, after);
    }

    private static double relative(Map<ShardId, Double> loads, Shard shard) {
        return loads.getOrDefault(shard.id(), 0.0) / shard.weight();
    }

    /** The shards that a key's records go to by the present ring. */
    private static List<ShardId> carriers(Ring ring, HotKey hot) {
        byte[] key = hot.key();
        if (ring.splitMode() != SplitMode.OFF) {
            for (SplitKey split : ring.splits()) {
                if (Arrays.equals(split.key(), key)) {
                    return split.shards();
                }
            }
        }
        int ways = ring.splitMode() == SplitMode.ADAPTIVE ? hot.ways() : 1;
        return ring.successors(Tokens.vnode(key), ways, false).stream()
                .map(Shard::id)
                .toList();
    }
}
