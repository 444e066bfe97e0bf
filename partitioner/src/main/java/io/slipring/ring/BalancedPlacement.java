/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import static io.slipring.ring.Tokens.VNODES;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Exact shares with the least movement.
 *
 * <p>A shard of weight w among a total of W is due 65,536 * w / W vnodes. It gets the floor of that, or one more: the
 * vnodes that the floors leave over (fewer than there are shards) go first to shards that hold more than their floor
 * already, since that saves a move each, then by largest remainder, then by id. So no share is off by a whole vnode, and
 * no table within those bounds is nearer to the previous one.
 *
 * <p>Then, in one fixed pseudo-random order of the vnodes, shards that hold more than their target give exactly their
 * surplus and shards that hold less take exactly their deficit. Nothing moves between shards whose target is what they
 * hold. The order is pseudo-random so that a shard's neighbours on the ring, which stand in for it when a key is
 * split, are many and not always the same.
 *
 * <p>Costs a few passes over the table and a sort of the shards.
 */
final class BalancedPlacement implements Placement {

    static final String NAME = "balanced";

    private static final int NOBODY = -1;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public VnodeTable place(@Nullable Ring previous, List<Shard> wanted) {
        int[] owners = ownersBefore(previous, wanted);
        int[] held = new int[wanted.size()];
        for (int owner : owners) {
            if (owner != NOBODY) {
                held[owner]++;
            }
        }
        int[] target = targets(wanted, held);
        move(owners, held, target);
        return VnodeTable.of(vnode -> owners[vnode]);
    }

    /** Owners in the previous ring as indexes into the wanted shards; nobody's, where the owner is gone. */
    private static int[] ownersBefore(@Nullable Ring previous, List<Shard> wanted) {
        int[] owners = new int[VNODES];
        if (previous == null) {
            Arrays.fill(owners, NOBODY);
            return owners;
        }
        Map<ShardId, Integer> indexes = new HashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            indexes.put(wanted.get(i).id(), i);
        }
        int[] translation = previous.shards().stream()
                .mapToInt(shard -> indexes.getOrDefault(shard.id(), NOBODY))
                .toArray();
        for (int vnode = 0; vnode < VNODES; vnode++) {
            owners[vnode] = translation[previous.table().ownerIndex(vnode)];
        }
        return owners;
    }

    private static int[] targets(List<Shard> wanted, int[] held) {
        int n = wanted.size();
        long total = wanted.stream().mapToLong(Shard::weight).sum();
        int[] target = new int[n];
        long[] remainder = new long[n];
        int spare = VNODES;
        for (int i = 0; i < n; i++) {
            Shard shard = wanted.get(i);
            long due = (long) VNODES * shard.weight();
            target[i] = (int) (due / total);
            remainder[i] = due % total;
            spare -= target[i];
            if (target[i] == 0 && !shard.isDrained()) {
                throw new IllegalArgumentException("weight " + shard.weight() + " of shard " + shard.id()
                        + " is less than 1/" + VNODES + " of the total " + total
                        + ", so it would get no vnode; give it more, or 0 to drain it");
            }
        }
        IntStream.range(0, n)
                .filter(i -> remainder[i] > 0)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(i -> held[i] > target[i] ? 0 : 1)
                        .thenComparing(i -> remainder[i], Comparator.reverseOrder())
                        .thenComparingInt(i -> i))
                .limit(spare)
                .toList()
                .forEach(i -> target[i]++);
        return target;
    }

    private static void move(int[] owners, int[] held, int[] target) {
        int taker = 0;
        for (int step = 0; step < VNODES; step++) {
            int vnode = permuted(step);
            int owner = owners[vnode];
            if (owner != NOBODY && held[owner] <= target[owner]) {
                continue;
            }
            while (held[taker] >= target[taker]) {
                taker++;
            }
            if (owner != NOBODY) {
                held[owner]--;
            }
            owners[vnode] = taker;
            held[taker]++;
        }
    }

    /** A fixed permutation of the 65,536 vnodes without visible order: each step of it can be undone. */
    static int permuted(int step) {
        int x = step;
        x ^= x >>> 8;
        x = (x * 0x88B5) & 0xFFFF;
        x ^= x >>> 7;
        x = (x * 0xDB2D) & 0xFFFF;
        x ^= x >>> 9;
        return x;
    }
}
