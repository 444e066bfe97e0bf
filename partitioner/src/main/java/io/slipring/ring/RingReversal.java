/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The way back to an earlier epoch: its table, weights, zones, placement and splits, as a new epoch.
 *
 * <p>What can't or must not go back stays. Kafka takes no partition from a topic, so a partition that got its shard since
 * stays, drained. A shard's id names one life, so a partition whose shard was replaced since keeps the present id. Topics
 * that the ring routes now stay routed.
 */
final class RingReversal {
    private final Ring present;
    private final Ring earlier;
    private final Map<Integer, Shard> earlierByPartition = new HashMap<>();
    private final Map<Integer, ShardId> presentIds = new HashMap<>();

    private RingReversal(Ring present, Ring earlier) {
        this.present = present;
        this.earlier = earlier;
        earlier.shards().forEach(shard -> earlierByPartition.put(shard.partition(), shard));
        present.shards().forEach(shard -> presentIds.put(shard.partition(), shard.id()));
    }

    static Ring of(Ring present, Ring earlier) {
        if (!earlier.name().equals(present.name()) || earlier.epoch().compareTo(present.epoch()) > 0) {
            throw new IllegalArgumentException("ring " + present.name() + " at epoch "
                    + present.epoch().value() + " can't be reverted to ring " + earlier.name() + " at epoch "
                    + earlier.epoch().value());
        }
        return new RingReversal(present, earlier).next();
    }

    private Ring next() {
        List<Shard> shards = present.shards().stream().map(this::asItWas).toList();
        return present.toBuilder()
                .epoch(present.epoch().next())
                .placement(earlier.placement(), earlier.placementConfig())
                .shards(shards)
                .table(table(shards))
                .splitMode(earlier.splitMode())
                .splits(splits())
                .build();
    }

    private Shard asItWas(Shard shard) {
        Shard then = earlierByPartition.get(shard.partition());
        return then == null
                ? shard.withWeight(0)
                : new Shard(shard.id(), then.weight(), then.zone(), shard.partition());
    }

    private VnodeTable table(List<Shard> shards) {
        Map<Integer, Integer> indexes = new HashMap<>();
        for (int i = 0; i < shards.size(); i++) {
            indexes.put(shards.get(i).partition(), i);
        }
        return VnodeTable.of(vnode -> {
            int partition = earlier.partitionOfVnode(vnode);
            Integer index = indexes.get(partition);
            if (index == null) {
                throw new IllegalArgumentException("partition " + partition + " of epoch "
                        + earlier.epoch().value() + " has no shard any more in ring " + present.name());
            }
            return index;
        });
    }

    private List<SplitKey> splits() {
        List<SplitKey> splits = new ArrayList<>();
        for (SplitKey split : earlier.splits()) {
            List<ShardId> shards = new ArrayList<>();
            for (ShardId id : split.shards()) {
                ShardId now = presentIds.get(earlier.shard(id).partition());
                if (now != null) {
                    shards.add(now);
                }
            }
            splits.add(new SplitKey(split.key(), shards));
        }
        return splits;
    }
}
