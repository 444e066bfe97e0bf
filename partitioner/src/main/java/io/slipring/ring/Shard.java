/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.Objects;

/**
 * A logical owner of vnodes.
 *
 * @param id its name
 * @param weight its share of the vnodes in proportion to the other shards' weights; at least 0; 0 means drained: it
 *     owns no vnode, and its partition is free to be taken up by a shard that is added later
 * @param zone where it runs (rack, availability zone); empty if unknown
 * @param partition the partition that it stands for in every topic of the ring; 0 to {@link #MAX_PARTITION}
 */
public record Shard(ShardId id, int weight, String zone, int partition) {

    /** The largest partition that a shard can stand for, as the routing table keeps 16 bits a vnode. */
    public static final int MAX_PARTITION = 65_535;

    public Shard {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(zone, "zone");
        if (weight < 0) {
            throw new IllegalArgumentException("weight must be >= 0, was " + weight + " (shard " + id + ")");
        }
        if (partition < 0 || partition > MAX_PARTITION) {
            throw new IllegalArgumentException(
                    "partition must be 0.." + MAX_PARTITION + ", was " + partition + " (shard " + id + ")");
        }
    }

    /** Returns whether this shard owns no vnodes because its weight is 0. */
    public boolean isDrained() {
        return weight == 0;
    }

    /** Returns this shard with another weight (at least 0). */
    public Shard withWeight(int newWeight) {
        return new Shard(id, newWeight, zone, partition);
    }
}
