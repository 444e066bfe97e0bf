/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Weighted rendezvous, or highest random weight: Thaler and Ravishankar (1996), with the weights of Schindelhauer and
 * Schomaker (2005). Each shard scores w / -ln(u) for each vnode, with u uniform in (0, 1) from a hash of both; the highest
 * score wins, of equal ones the lowest shard id. A change of one shard's weight moves vnodes to it or from it and no others.
 * Does not depend on the previous ring.
 *
 * <p>Among shards of one weight the highest u wins, so that one logarithm per vnode and distinct weight is enough. It is
 * {@link StrictMath}'s, whose results are the same everywhere. Costs vnodes times shards.
 */
final class RendezvousPlacement implements Placement {

    static final String NAME = "rendezvous";

    private static final double UNIT = 0x1p-53;

    private final ToLongFunction<byte[]> hash;

    RendezvousPlacement() {
        this(Tokens::token);
    }

    RendezvousPlacement(ToLongFunction<byte[]> hash) {
        this.hash = hash;
    }

    @Override
    public String name() {
        return NAME;
    }

    /** Shards that weigh the same, by ascending id. */
    private static final class WeightClass {
        private final int weight;
        private final int[] indexes;

        private WeightClass(int weight, List<Integer> indexes) {
            this.weight = weight;
            this.indexes = indexes.stream().mapToInt(i -> i).toArray();
        }
    }

    @Override
    public VnodeTable place(@Nullable Ring previous, List<Shard> wanted) {
        long[] shardHashes = wanted.stream()
                .mapToLong(shard -> hash.applyAsLong(
                        ByteBuffer.allocate(4).putInt(shard.id().value()).array()))
                .toArray();
        List<WeightClass> classes = classes(wanted);
        return VnodeTable.of(vnode -> owner(
                hash.applyAsLong(ByteBuffer.allocate(2).putShort((short) vnode).array()), shardHashes, classes));
    }

    private static List<WeightClass> classes(List<Shard> wanted) {
        Map<Integer, List<Integer>> byWeight = IntStream.range(0, wanted.size())
                .boxed()
                .filter(i -> !wanted.get(i).isDrained())
                .collect(Collectors.groupingBy(i -> wanted.get(i).weight(), TreeMap::new, Collectors.toList()));
        return byWeight.entrySet().stream()
                .map(entry -> new WeightClass(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static int owner(long vnodeHash, long[] shardHashes, List<WeightClass> classes) {
        int owner = -1;
        double highest = -1;
        for (WeightClass weightClass : classes) {
            int best = -1;
            long bestHash = -1;
            for (int index : weightClass.indexes) {
                long mixed = mix(vnodeHash ^ shardHashes[index]) >>> 11;
                if (mixed > bestHash) {
                    bestHash = mixed;
                    best = index;
                }
            }
            double score = weightClass.weight / -StrictMath.log((bestHash + 0.5) * UNIT);
            if (score > highest || (score == highest && best < owner)) {
                highest = score;
                owner = best;
            }
        }
        return owner;
    }

    /** Stafford's variant 13 of the 64-bit finalizer. */
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
