/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import static io.slipring.ring.Tokens.VNODES;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BalancedPlacementTest {

    @Test
    void place_upTo256EqualShards_arcsAreWithinFourPerMilleOfTheMean() {
        for (int shards = 1; shards <= 256; shards++) {
            int[] counts = Rings.create("r", shards, Placements.balanced(), Set.of())
                    .table()
                    .counts(shards);

            double mean = (double) VNODES / shards;
            assertThat(IntStream.of(counts).max().orElseThrow() / mean)
                    .as("%d shards", shards)
                    .isLessThanOrEqualTo(1.004);
        }
    }

    @Test
    void addShards_equalShards_neverMovesMoreThanTheIdeal() {
        Ring ring = Rings.create("r", 1, Placements.balanced(), Set.of());
        for (int added = 1; ring.shards().size() + added <= 300; added = added % 3 + 1) {
            Ring next = RingChange.on(ring).addShards(added).next();

            RingDiff diff = RingDiff.between(ring, next);
            int before = ring.shards().size();
            assertThat(diff.movedVnodes())
                    .isLessThanOrEqualTo(VNODES * added / (before + added))
                    .isGreaterThanOrEqualTo(VNODES / (before + added) * added);
            assertThat(diff.moves()).allMatch(move -> move.toPartition() >= before);
            ring = next;
        }
    }

    @Test
    void removeShard_equalShards_movesExactlyItsSlice() {
        Ring ring = Rings.create("r", 256, Placements.balanced(), Set.of());
        Random random = new Random(11);
        for (int left = 256; left > 1; left--) {
            List<Shard> active =
                    ring.shards().stream().filter(shard -> !shard.isDrained()).toList();
            Shard leaver = active.get(random.nextInt(active.size()));

            Ring next = RingChange.on(ring).removeShard(leaver.id()).next();

            RingDiff diff = RingDiff.between(ring, next);
            assertThat(diff.lostBy(leaver.partition())).isEqualTo(ring.vnodesOfPartition(leaver.partition()));
            assertThat(diff.moves()).allMatch(move -> move.fromPartition() == leaver.partition());
            ring = next;
        }
    }

    @Test
    void next_twoThousandRandomChanges_everyShareStaysWithinAVnodeAndEveryChangeIsTheLeast() {
        long seed = 20260101;
        Random random = new Random(seed);
        Ring ring = Rings.create("r", 20, Placements.balanced(), Set.of());
        for (int step = 0; step < 2_000; step++) {
            List<Shard> active =
                    ring.shards().stream().filter(shard -> !shard.isDrained()).toList();
            Shard picked = active.get(random.nextInt(active.size()));
            RingChange change = RingChange.on(ring);
            int kind = random.nextInt(3);
            if (kind == 0 && active.size() < 60) {
                change.addShards(1 + random.nextInt(3), 1 + random.nextInt(1_000), "");
            } else if (kind == 1 && active.size() > 2) {
                change.removeShard(picked.id());
            } else {
                change.setWeight(picked.id(), 1 + random.nextInt(1_000));
            }
            Ring next = change.next();

            int[] counts = next.table().counts(next.shards().size());
            long total = next.shards().stream().mapToLong(Shard::weight).sum();
            for (int i = 0; i < counts.length; i++) {
                double due = (double) VNODES * next.shards().get(i).weight() / total;
                assertThat(Math.abs(counts[i] - due))
                        .as("step %d of seed %d", step, seed)
                        .isLessThan(1);
            }
            RingDiff diff = RingDiff.between(ring, next);
            assertThat(diff.movedVnodes()).isEqualTo(PlacementPropertyTest.leastMovement(ring, next));
            BitSet takers = new BitSet();
            diff.moves().forEach(move -> takers.set(move.toPartition()));
            assertThat(diff.moves()).as("what gives does not take").noneMatch(move -> takers.get(move.fromPartition()));
            ring = next;
        }
    }

    @Test
    void place_shardsWhoseTargetIsWhatTheyHold_keepEveryVnode() {
        Ring ring = Rings.create(
                "r",
                List.of(shard(0, 100), shard(1, 100), shard(2, 100), shard(3, 100)),
                Placements.balanced(),
                Set.of());

        Ring next = RingChange.on(ring)
                .setWeight(new ShardId(2), 150)
                .setWeight(new ShardId(3), 50)
                .next();

        assertThat(next.vnodesOfPartition(0)).isEqualTo(ring.vnodesOfPartition(0));
        assertThat(next.vnodesOfPartition(1)).isEqualTo(ring.vnodesOfPartition(1));
        assertThat(RingDiff.between(ring, next).movedVnodes()).isEqualTo(VNODES / 8);
    }

    @Test
    void place_fourThousandAndNinetySixShards_eachHasSixteen() {
        int[] counts = Rings.create("r", 4_096, Placements.balanced(), Set.of())
                .table()
                .counts(4_096);

        assertThat(counts).containsOnly(16);
    }

    @Test
    void place_anotherPlacementBefore_movesOnlyTheSurplus() {
        Ring hashed = Rings.create("r", 10, Placements.hashed(), Set.of());

        Ring balanced = RingChange.on(hashed).placement(Placements.balanced()).next();

        assertThat(RingDiff.between(hashed, balanced).movedVnodes())
                .isEqualTo(PlacementPropertyTest.leastMovement(hashed, balanced));
        assertThat(balanced.placementConfig()).isEmpty();
    }

    @Test
    void permuted_allSteps_areAllVnodes() {
        BitSet seen = new BitSet();
        IntStream.range(0, VNODES).map(BalancedPlacement::permuted).forEach(seen::set);

        assertThat(seen.cardinality()).isEqualTo(VNODES);
        assertThat(seen.length()).isEqualTo(VNODES);
    }

    @Test
    void successors_hotShard_isFollowedByManyDifferentShards() {
        Ring ring = Rings.create("r", 64, Placements.balanced(), Set.of());
        BitSet followers = new BitSet();
        ring.vnodesOfPartition(7)
                .forEach(vnode ->
                        followers.set(ring.successors(vnode, 2, false).get(1).partition()));

        assertThat(followers.cardinality()).isEqualTo(63);
    }

    private static Shard shard(int id, int weight) {
        return new Shard(new ShardId(id), weight, "", id);
    }
}
