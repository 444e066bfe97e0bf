/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RingChangeTest {

    private static final Ring FOUR = Rings.create("orders", 4, Placements.balanced(), Set.of("orders"));

    @Test
    void addShards_fourEqualShards_movesAFifthToTheNewOneOnly() {
        Ring five = RingChange.on(FOUR).addShards(1).next();

        RingDiff diff = RingDiff.between(FOUR, five);
        assertThat(five.epoch()).isEqualTo(new Epoch(2));
        assertThat(five.requiredPartitions()).isEqualTo(5);
        assertThat(diff.movedVnodes()).isEqualTo(65_536 / 5);
        assertThat(diff.moves())
                .allSatisfy(move -> assertThat(move.toPartition()).isEqualTo(4));
        assertThat(diff.moves()).hasSize(4);
        assertThat(diff.gainedBy(4)).isEqualTo(five.vnodesOfPartition(4));
    }

    @Test
    void addShards_oneIsDrained_takesUpItsPartitionWithANewId() {
        Ring drained = RingChange.on(FOUR).removeShard(new ShardId(1)).next();

        Ring added = RingChange.on(drained).addShards(2).next();

        assertThat(drained.requiredPartitions()).isEqualTo(4);
        assertThat(drained.vnodesOfPartition(1)).isEqualTo(VnodeSet.EMPTY);
        assertThat(added.shards())
                .containsExactly(
                        new Shard(new ShardId(0), 1, "", 0),
                        new Shard(new ShardId(2), 1, "", 2),
                        new Shard(new ShardId(3), 1, "", 3),
                        new Shard(new ShardId(4), 1, "", 1),
                        new Shard(new ShardId(5), 1, "", 4));
    }

    @Test
    void setWeight_oneOneThree_givesSixtyPercent() {
        Ring three = Rings.create("orders", 3, Placements.balanced(), Set.of());

        Ring weighted = RingChange.on(three).setWeight(new ShardId(2), 3).next();

        assertThat(weighted.table().counts(3)).containsExactly(13_108, 13_107, 39_321);
    }

    @Test
    void next_removedShardOfASplit_isTakenOut() {
        Ring split = RingChange.on(FOUR)
                .splitMode(SplitMode.DECLARED)
                .splits(List.of(new SplitKey(new byte[] {1}, List.of(new ShardId(0), new ShardId(1), new ShardId(2)))))
                .next();

        Ring next = RingChange.on(split).removeShard(new ShardId(1)).next();

        assertThat(next.splits())
                .containsExactly(new SplitKey(new byte[] {1}, List.of(new ShardId(0), new ShardId(2))));
    }

    @Test
    void setWeight_tooLittleForAVnode_isRefused() {
        RingChange change = RingChange.on(FOUR).setWeight(new ShardId(0), 1_000_000);

        assertThatThrownBy(change::next)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("weight 1 of shard 1 is less than 1/65536 of the total 1000003, so it would get no vnode;"
                        + " give it more, or 0 to drain it");
    }

    @Test
    void next_everythingDrained_isRefused() {
        Ring one = Rings.create("orders", 1, Placements.balanced(), Set.of());

        assertThatThrownBy(() -> RingChange.on(one).removeShard(new ShardId(0)).next())
                .hasMessage("at least one shard must have a positive weight, but none of 1 has");
    }

    @Test
    void next_topicsOnly_keepsTheTableOfASurgicalMove() {
        Ring moved = RingChange.on(FOUR)
                .move(VnodeSet.ofRanges(0, 99), new ShardId(3))
                .next();

        Ring next = RingChange.on(moved).topics(Set.of("orders", "returns")).next();

        assertThat(next.table()).isEqualTo(moved.table());
    }

    @Test
    void move_someVnodes_movesThemAndNothingElse() {
        VnodeSet vnodes = VnodeSet.ofRanges(100, 199);

        Ring next = RingChange.on(FOUR).move(vnodes, new ShardId(2)).next();

        RingDiff diff = RingDiff.between(FOUR, next);
        assertThat(next.vnodesOfPartition(2).containsAll(vnodes)).isTrue();
        assertThat(diff.gainedBy(2)).isEqualTo(vnodes.minus(FOUR.vnodesOfPartition(2)));
        assertThat(diff.movedVnodes()).isEqualTo(diff.gainedBy(2).size());
    }

    @Test
    void move_allOfAShardOrToADrainedOne_isRefused() {
        RingChange all = RingChange.on(FOUR).move(FOUR.vnodesOfPartition(0), new ShardId(1));
        assertThatThrownBy(all::next)
                .hasMessage("weight 1 of shard 0 gets it no vnode; give it more weight, or 0 to drain it");

        Ring drained = RingChange.on(FOUR).removeShard(new ShardId(1)).next();
        assertThatThrownBy(() -> RingChange.on(drained).move(VnodeSet.of(0), new ShardId(1)))
                .hasMessage("shard 1 of ring orders is drained, so it can't be given vnodes; give it a weight first");
    }

    @Test
    void addShards_afterASurgicalMove_evensTheCountsOut() {
        Ring moved = RingChange.on(FOUR)
                .move(FOUR.vnodesOfPartition(0).minus(VnodeSet.ofRanges(0, 65_000)), new ShardId(3))
                .next();

        Ring next = RingChange.on(moved).addShards(1).next();

        assertThat(next.table().counts(5)).containsOnly(13_107, 13_108);
    }
}
