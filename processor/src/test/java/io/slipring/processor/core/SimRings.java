/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Epoch;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.RingDiff;
import io.slipring.ring.Rings;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import io.slipring.ring.Tokens;
import io.slipring.ring.VnodeTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Tables to simulate with, made once for all seeds, and the differences between them. An epoch of a simulated ring is any of
 * them; the epoch that one carries itself only identifies it.
 *
 * <p>Narrow tables differ in some dozens of vnodes only, so that a change of epoch costs microseconds. Wide ones are what
 * the default placement makes of shards that come, go and change their weight.
 */
final class SimRings {
    static final int MAX_PARTITIONS = 5;
    private static final int NARROW = 40;
    private static final int WIDE = 12;

    private static final Map<Integer, List<Ring>> POOLS = new ConcurrentHashMap<>();
    private static final Map<Long, RingDiff> DIFFS = new ConcurrentHashMap<>();
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private SimRings() {}

    /** Tables for a number of partitions. */
    static List<Ring> pool(int partitions, boolean wide) {
        return POOLS.computeIfAbsent(
                partitions * 2 + (wide ? 1 : 0), any -> wide ? wide(partitions) : narrow(partitions));
    }

    /** As {@link RingDiff#between}, which costs more than anything else in a run. */
    static RingDiff diff(Ring before, Ring after) {
        long pair = (long) before.epoch().value() << 32 | after.epoch().value();
        return DIFFS.computeIfAbsent(pair, any -> RingDiff.between(before, after));
    }

    private static Ring numbered(Ring.Builder ring) {
        return ring.epoch(new Epoch(NUMBER.incrementAndGet())).build();
    }

    /** Half of them random in the vnodes that may move, the others like an earlier one but for a few vnodes. */
    private static List<Ring> narrow(int partitions) {
        SplittableRandom random = new SplittableRandom(partitions);
        int[] vnodes = IntStream.concat(
                        IntStream.range(0, SimKeys.count()).map(SimKeys::vnode), random.ints(10, 0, Tokens.VNODES))
                .sorted()
                .distinct()
                .toArray();
        List<int[]> owners = new ArrayList<>();
        List<Ring> rings = new ArrayList<>();
        for (int i = 0; i < NARROW; i++) {
            int[] table;
            if (i % 2 == 0) {
                int[] active = random.ints(0, partitions)
                        .distinct()
                        .limit(1 + random.nextInt(partitions))
                        .toArray();
                table = random.ints(vnodes.length, 0, active.length)
                        .map(n -> active[n])
                        .toArray();
            } else {
                table = owners.get(random.nextInt(i)).clone();
                for (int n = 1 + random.nextInt(6); n > 0; n--) {
                    table[random.nextInt(table.length)] = random.nextInt(partitions);
                }
            }
            owners.add(table);
            rings.add(numbered(Ring.builder("sim")
                    .shards(shards(partitions, table))
                    .table(VnodeTable.of(vnode -> {
                        int at = Arrays.binarySearch(vnodes, vnode);
                        return at >= 0 ? table[at] : 0;
                    }))));
        }
        return List.copyOf(rings);
    }

    private static List<Shard> shards(int partitions, int[] table) {
        return IntStream.range(0, partitions)
                .mapToObj(p -> {
                    boolean drained = p > 0 && Arrays.stream(table).noneMatch(owner -> owner == p);
                    return new Shard(new ShardId(p), drained ? 0 : 1, "", p);
                })
                .toList();
    }

    private static List<Ring> wide(int partitions) {
        SplittableRandom random = new SplittableRandom(partitions);
        List<Ring> rings = new ArrayList<>();
        Ring ring = Rings.create("sim", 1 + random.nextInt(partitions), Placements.balanced(), Set.of());
        while (rings.size() < WIDE) {
            rings.add(numbered(ring.toBuilder()));
            RingChange change = RingChange.on(ring);
            List<Shard> active =
                    ring.shards().stream().filter(shard -> !shard.isDrained()).toList();
            Shard some = active.get(random.nextInt(active.size()));
            int what = random.nextInt(3);
            if (what == 0 && active.size() < partitions) {
                change.addShards(1);
            } else if (what == 1 && active.size() > 1) {
                change.removeShard(some.id());
            } else {
                change.setWeight(some.id(), 1 + random.nextInt(4));
            }
            ring = change.next();
        }
        return List.copyOf(rings);
    }
}
