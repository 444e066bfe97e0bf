/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Jump consistent hash: Lamping and Veach (2014), "A Fast, Minimal Memory, Consistent Hash Algorithm", of each vnode's
 * number over the shards that are not drained, by ascending id. It knows a shard by its place in that order only, so it has no
 * weights, a shard can be added after the last one only, and only the last one can leave; everything else is refused.
 */
final class JumpPlacement implements Placement {

    static final String NAME = "jump";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public VnodeTable place(@Nullable Ring previous, List<Shard> wanted) {
        EqualWeights.check(NAME, wanted);
        int[] active = IntStream.range(0, wanted.size())
                .filter(i -> !wanted.get(i).isDrained())
                .toArray();
        if (previous != null && previous.placement().equals(NAME)) {
            checkOrder(activeIds(previous.shards()), activeIds(wanted));
        }
        return VnodeTable.of(vnode -> active[
                bucket(
                        Tokens.token(
                                ByteBuffer.allocate(2).putShort((short) vnode).array()),
                        active.length)]);
    }

    private static List<ShardId> activeIds(List<Shard> shards) {
        return shards.stream()
                .filter(shard -> !shard.isDrained())
                .map(Shard::id)
                .toList();
    }

    private static void checkOrder(List<ShardId> before, List<ShardId> after) {
        for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
            if (!before.get(i).equals(after.get(i))) {
                throw new IllegalArgumentException(
                        "placement jump can only add a shard after the last one and remove the"
                                + " last one, which is " + before.get(before.size() - 1) + ", but the shard at place "
                                + i
                                + " would change from " + before.get(i) + " to " + after.get(i)
                                + "; use balanced, hashed or rendezvous");
            }
        }
    }

    static int bucket(long token, int buckets) {
        long key = token;
        long bucket = -1;
        long next = 0;
        while (next < buckets) {
            bucket = next;
            key = key * 2_862_933_555_777_941_757L + 1;
            next = (long) ((bucket + 1) * (0x1p31 / ((key >>> 33) + 1)));
        }
        return (int) bucket;
    }
}
