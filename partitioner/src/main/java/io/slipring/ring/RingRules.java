/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What must hold in every ring. */
final class RingRules {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9._-]{1,200}");

    private RingRules() {}

    static String checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "ring name must be 1 to 200 of the characters a-z A-Z 0-9 . _ -, was '" + name + "'");
        }
        return name;
    }

    /** Returns the shards by ascending id. */
    static List<Shard> checkShards(List<Shard> shards) {
        if (shards.size() > Ring.MAX_SHARDS) {
            throw new IllegalArgumentException(
                    "a ring must have at most " + Ring.MAX_SHARDS + " shards, had " + shards.size());
        }
        List<Shard> sorted = new ArrayList<>(shards);
        sorted.sort(Comparator.comparing(Shard::id));
        Map<Integer, Shard> byPartition = new HashMap<>();
        for (int i = 0; i < sorted.size(); i++) {
            Shard shard = sorted.get(i);
            if (i > 0 && shard.id().equals(sorted.get(i - 1).id())) {
                throw new IllegalArgumentException("shard ids must be unique, but there are two shards " + shard.id());
            }
            Shard other = byPartition.put(shard.partition(), shard);
            if (other != null) {
                throw new IllegalArgumentException("each shard must have a partition of its own, but shards "
                        + other.id() + " and " + shard.id() + " both have partition " + shard.partition());
            }
        }
        if (sorted.stream().allMatch(Shard::isDrained)) {
            throw new IllegalArgumentException(
                    "at least one shard must have a positive weight, but none of " + sorted.size() + " has");
        }
        return List.copyOf(sorted);
    }

    static VnodeTable checkTable(List<Shard> shards, VnodeTable table) {
        boolean[] owning = new boolean[shards.size()];
        char[] owners = table.owners();
        for (int vnode = 0; vnode < owners.length; vnode++) {
            int index = owners[vnode];
            if (index >= shards.size()) {
                throw new IllegalArgumentException("the owner of vnode " + vnode + " must be one of " + shards.size()
                        + " shards, was index " + index);
            }
            owning[index] = true;
        }
        for (int i = 0; i < shards.size(); i++) {
            Shard shard = shards.get(i);
            if (shard.isDrained() && owning[i]) {
                throw new IllegalArgumentException("shard " + shard.id() + " is drained (weight 0) but owns vnodes");
            }
            if (!shard.isDrained() && !owning[i]) {
                throw new IllegalArgumentException("weight " + shard.weight() + " of shard " + shard.id()
                        + " gets it no vnode; give it more weight, or 0 to drain it");
            }
        }
        return table;
    }

    /** Returns the splits by ascending key. */
    static List<SplitKey> checkSplits(List<Shard> shards, List<SplitKey> splits) {
        Map<ShardId, Shard> byId = new HashMap<>();
        shards.forEach(shard -> byId.put(shard.id(), shard));
        List<SplitKey> sorted = new ArrayList<>(splits);
        sorted.sort(Comparator.naturalOrder());
        for (int i = 0; i < sorted.size(); i++) {
            SplitKey split = sorted.get(i);
            if (i > 0 && split.compareTo(sorted.get(i - 1)) == 0) {
                throw new IllegalArgumentException("a key must be split once, but two entries have the same key");
            }
            for (ShardId id : split.shards()) {
                Shard shard = byId.get(id);
                if (shard == null || shard.isDrained()) {
                    throw new IllegalArgumentException("a key must be split over shards that own vnodes, but shard "
                            + id + (shard == null ? " does not exist" : " is drained"));
                }
            }
        }
        return List.copyOf(sorted);
    }
}
