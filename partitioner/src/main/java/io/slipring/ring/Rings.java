/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** Makes rings that have no predecessor. */
public final class Rings {

    private Rings() {}

    /**
     * Makes epoch 1 of a ring with equal shards 0, 1, 2 and so on, which stand for the partitions of the same number.
     *
     * @param name 1 to 200 of the characters {@code a-z A-Z 0-9 . _ -}
     * @param shards how many, 1 to 4,096
     * @param topics the source topics that the ring routes
     */
    public static Ring create(String name, int shards, Placement placement, Collection<String> topics) {
        if (shards < 1 || shards > Ring.MAX_SHARDS) {
            throw new IllegalArgumentException("shards must be 1.." + Ring.MAX_SHARDS + ", was " + shards);
        }
        return create(
                name,
                IntStream.range(0, shards)
                        .mapToObj(i -> new Shard(new ShardId(i), 1, "", i))
                        .toList(),
                placement,
                topics);
    }

    /** Makes epoch 1 of a ring with these shards, given in whatever order. */
    public static Ring create(String name, List<Shard> shards, Placement placement, Collection<String> topics) {
        List<Shard> wanted = RingRules.checkShards(shards);
        return Ring.builder(name)
                .placement(placement.name(), placement.config())
                .shards(wanted)
                .table(placement.place(null, wanted))
                .topics(topics)
                .build();
    }

    /**
     * Goes back to what an earlier epoch routed, in a new epoch with the time and comment of the present one.
     *
     * <p>Its table, weights, zones, placement and splits return. The topics stay as they are; a partition that got its shard
     * since stays, drained; a partition whose shard was replaced since keeps the present shard's id.
     *
     * @param earlier an epoch of the same ring, not after the present one
     * @throws IllegalArgumentException if it is of another ring or later
     */
    public static Ring revert(Ring present, Ring earlier) {
        return RingReversal.of(present, earlier);
    }
}
