/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RingReversalTest {

    private static final Ring FOUR = Rings.create("orders", 4, Placements.balanced(), Set.of("orders"));

    @Test
    void revert_shardAdded_drainsItAndRoutesAsBefore() {
        Ring six = RingChange.on(FOUR).addShards(2).next();

        Ring back = Rings.revert(six, FOUR);

        assertThat(back.epoch()).isEqualTo(new Epoch(3));
        assertThat(RingDiff.between(FOUR, back).isEmpty()).isTrue();
        assertThat(back.requiredPartitions()).isEqualTo(6);
        assertThat(back.shards().subList(4, 6)).allMatch(Shard::isDrained);
    }

    @Test
    void revert_weightsZonesMoves_areAsTheyWere() {
        Ring weighted = RingChange.on(FOUR)
                .setWeight(new ShardId(2), 3)
                .setZone(new ShardId(1), "b")
                .next();
        Ring moved = RingChange.on(weighted)
                .move(VnodeSet.ofRanges(0, 999), new ShardId(0))
                .setZone(new ShardId(1), "c")
                .next();

        Ring back = Rings.revert(moved, weighted);

        assertThat(back.table()).isEqualTo(weighted.table());
        assertThat(back.shards()).isEqualTo(weighted.shards());
        assertThat(Rings.revert(back, FOUR).table()).isEqualTo(FOUR.table());
    }

    @Test
    void revert_partitionTakenUpByAnotherShard_keepsTheNewId() {
        Ring split = RingChange.on(FOUR)
                .splitMode(SplitMode.DECLARED)
                .splits(List.of(new SplitKey(new byte[] {1}, List.of(new ShardId(0), new ShardId(1)))))
                .next();
        Ring drained = RingChange.on(split).removeShard(new ShardId(1)).next();
        Ring replaced = RingChange.on(drained).addShards(1).next();

        Ring back = Rings.revert(replaced, split);

        assertThat(RingDiff.between(split, back).isEmpty()).isTrue();
        assertThat(back.shards()).extracting(shard -> shard.id().value()).containsExactly(0, 2, 3, 4);
        assertThat(back.splits())
                .containsExactly(new SplitKey(new byte[] {1}, List.of(new ShardId(0), new ShardId(4))));
    }

    @Test
    void revert_topicsAdded_stay() {
        Ring two = RingChange.on(FOUR).topics(Set.of("orders", "returns")).next();

        assertThat(Rings.revert(two, FOUR).topics()).containsExactly("orders", "returns");
    }

    @Test
    void revert_otherRingOrLaterEpoch_isRefused() {
        Ring other = Rings.create("returns", 4, Placements.balanced(), Set.of("orders"));
        Ring five = RingChange.on(FOUR).addShards(1).next();

        assertThatThrownBy(() -> Rings.revert(FOUR, other))
                .hasMessage("ring orders at epoch 1 can't be reverted to ring returns at epoch 1");
        assertThatThrownBy(() -> Rings.revert(FOUR, five))
                .hasMessage("ring orders at epoch 1 can't be reverted to ring orders at epoch 2");
    }
}
