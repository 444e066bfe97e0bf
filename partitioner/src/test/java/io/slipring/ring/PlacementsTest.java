/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import static io.slipring.ring.Tokens.VNODES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementsTest {

    private static final List<Shard> SIX = List.of(
            new Shard(new ShardId(0), 1, "a", 0),
            new Shard(new ShardId(1), 1, "b", 1),
            new Shard(new ShardId(2), 1, "", 2),
            new Shard(new ShardId(5), 1, "a", 3),
            new Shard(new ShardId(9), 1, "b", 9),
            new Shard(new ShardId(1_000_000), 1, "c", 4));

    @ParameterizedTest
    @ValueSource(strings = {"hashed", "rendezvous", "jump", "modulo", "balanced"})
    void create_all720OrdersOfSixShards_haveOneFingerprint(String placement) {
        List<List<Shard>> orders = new ArrayList<>();
        permute(new ArrayList<>(SIX), 0, orders);

        assertThat(orders.stream()
                        .map(order -> Rings.create("r", order, Placements.byName(placement), Set.of())
                                .fingerprint())
                        .distinct())
                .hasSize(1);
        assertThat(orders).hasSize(720);
    }

    @Test
    void place_shardsComingOneByOneInAnyOrder_endInOneFingerprint() {
        List<List<Shard>> orders = new ArrayList<>();
        permute(new ArrayList<>(SIX), 0, orders);
        for (Placement placement : List.of(
                Placements.hashed(20),
                new HashedPlacement(50, colliding()),
                Placements.rendezvous(),
                Placements.modulo())) {
            assertThat(IntStream.range(0, 720)
                            .filter(i -> i % 24 == 0)
                            .mapToObj(i -> grown(orders.get(i), placement).fingerprint())
                            .distinct())
                    .hasSize(1);
        }
    }

    private static Ring grown(List<Shard> order, Placement placement) {
        Ring ring = Rings.create("r", order.subList(0, 1), placement, Set.of());
        for (int size = 2; size <= order.size(); size++) {
            List<Shard> wanted = RingRules.checkShards(order.subList(0, size));
            ring = ring.toBuilder()
                    .epoch(ring.epoch().next())
                    .shards(wanted)
                    .table(placement.place(ring, wanted))
                    .build();
        }
        return ring;
    }

    /** A hash with 256 values only, so that every shard's tokens collide with others' all the time. */
    private static ToLongFunction<byte[]> colliding() {
        return bytes -> Tokens.token(bytes) & 0xFF00_0000_0000_0000L;
    }

    @Test
    void place_tokensCollide_theLowestShardIdWins() {
        Placement allCollide = new HashedPlacement(3, bytes -> -1L);

        VnodeTable table = allCollide.place(null, SIX);

        assertThat(table.counts(6)).containsExactly(VNODES, 0, 0, 0, 0, 0);
    }

    @Test
    void place_topBitTokens_areOrderedAsUnsigned() {
        // shard 0 has its token in the last arc, shard 1 in the middle: unsigned, 1 comes first
        Placement placement = new HashedPlacement(1, bytes -> bytes[0] == '0' ? -1L : 0x7FFF_FFFF_FFFF_FFFFL);

        VnodeTable table = placement.place(null, SIX.subList(0, 2));

        assertThat(table.ownerIndex(0)).isEqualTo(1);
        assertThat(table.ownerIndex(0x7FFF)).isEqualTo(1);
        assertThat(table.ownerIndex(0x8000)).isZero();
        assertThat(table.ownerIndex(0xFFFF)).isZero();
    }

    @Test
    void place_fourToFiveShards_moduloMovesEightyPercentAndTheRingsTwenty() {
        assertThat(movedByAdding(4, Placements.modulo())).isBetween(0.79, 0.81);
        assertThat(movedByAdding(4, Placements.balanced())).isBetween(0.1999, 0.2);
        assertThat(movedByAdding(4, Placements.rendezvous())).isBetween(0.195, 0.205);
        assertThat(movedByAdding(4, Placements.jump())).isBetween(0.195, 0.205);
        assertThat(movedByAdding(4, Placements.hashed())).isBetween(0.17, 0.23);
    }

    private static double movedByAdding(int shards, Placement placement) {
        Ring ring = Rings.create("r", shards, placement, Set.of());
        return RingDiff.between(ring, RingChange.on(ring).addShards(1).next()).movedFraction();
    }

    @Test
    void hashed_oneAgainst150Tokens_isManyTimesAsUneven() {
        assertThat(maxOverMean(10, Placements.hashed(1))).isGreaterThan(2);
        assertThat(maxOverMean(10, Placements.hashed(150))).isLessThan(1.25);
    }

    private static double maxOverMean(int shards, Placement placement) {
        int[] counts = Rings.create("r", shards, placement, Set.of()).table().counts(shards);
        return IntStream.of(counts).max().orElseThrow() * (double) shards / VNODES;
    }

    @ParameterizedTest
    @ValueSource(strings = {"balanced", "hashed", "rendezvous"})
    void create_weightsOneOneThree_giveTwentyTwentySixty(String placement) {
        List<Shard> shards = List.of(SIX.get(0), SIX.get(1), SIX.get(2).withWeight(3));

        int[] counts = Rings.create("r", shards, Placements.byName(placement), Set.of())
                .table()
                .counts(3);

        double tolerance = placement.equals("balanced") ? 1 : VNODES * 0.04;
        assertThat((double) counts[0]).isBetween(VNODES * 0.2 - tolerance, VNODES * 0.2 + tolerance);
        assertThat((double) counts[1]).isBetween(VNODES * 0.2 - tolerance, VNODES * 0.2 + tolerance);
        assertThat((double) counts[2]).isBetween(VNODES * 0.6 - tolerance, VNODES * 0.6 + tolerance);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jump", "modulo"})
    void setWeight_placementWithoutWeights_isRefusedWithTheReason(String placement) {
        Ring ring = Rings.create("r", 4, Placements.byName(placement), Set.of());

        assertThatThrownBy(
                        () -> RingChange.on(ring).setWeight(new ShardId(2), 2).next())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "placement " + placement + " has no weights: all shards must weigh the same or 0, but shard 0"
                                + " weighs 1 and shard 2 2; use balanced, hashed or rendezvous");
    }

    @Test
    void removeShard_jumpAndNotTheLast_isRefusedWithTheReason() {
        Ring ring = Rings.create("r", 4, Placements.jump(), Set.of());

        Ring three = RingChange.on(ring).removeShard(new ShardId(3)).next();

        assertThat(RingDiff.between(ring, three).moves()).allMatch(move -> move.fromPartition() == 3);
        assertThatThrownBy(() -> RingChange.on(ring).removeShard(new ShardId(1)).next())
                .hasMessageContaining("placement jump can only add a shard after the last one and remove the last one,"
                        + " which is 3, but the shard at place 1 would change from 1 to 2");
    }

    @Test
    void bucket_publishedExamples_agree() {
        // the values that the test of Guava's Hashing.consistentHash pins
        assertThat(IntStream.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10).map(i -> JumpPlacement.bucket(0, i)))
                .containsOnly(0);
        assertThat(IntStream.rangeClosed(1, 17).map(i -> JumpPlacement.bucket(1, i)))
                .containsExactly(0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6);
    }

    @Test
    void create_moreShardsThanTokensReach_isRefused() {
        assertThatThrownBy(() -> Rings.create("r", 4_000, Placements.hashed(1), Set.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gets it no vnode; give it more weight, or 0 to drain it");
    }

    @Test
    void of_unknownNameOrSetting_isRefused() {
        assertThatThrownBy(() -> Placements.byName("ketama"))
                .hasMessage("placement must be one of [balanced, hashed, rendezvous, jump, modulo], was 'ketama'");
        assertThatThrownBy(() -> Placements.of("jump", Map.of("a", "b")))
                .hasMessage("placement jump has settings [], was given [a]");
        assertThatThrownBy(() -> Placements.of("hashed", Map.of("tokens.per.weight", "0")))
                .hasMessage("tokens.per.weight must be 1..100000, was 0");
        assertThatThrownBy(() -> Placements.of("hashed", Map.of("tokens.per.weight", "many")))
                .hasMessage("tokens.per.weight must be a whole number, was 'many'");
        assertThat(Placements.of("hashed", Map.of("tokens.per.weight", "7")).config())
                .containsExactly(Map.entry("tokens.per.weight", "7"));
    }

    @Test
    void successors_zones_arePassedOverOnceTheyAreTaken() {
        Ring ring = Rings.create("r", SIX, Placements.balanced(), Set.of());

        for (int vnode = 0; vnode < VNODES; vnode += 97) {
            List<Shard> all = ring.successors(vnode, 10, false);
            List<Shard> zones = ring.successors(vnode, 10, true);

            assertThat(all).containsExactlyInAnyOrderElementsOf(SIX);
            assertThat(all.get(0)).isEqualTo(ring.ownerOfVnode(vnode)).isEqualTo(zones.get(0));
            assertThat(zones.stream().map(Shard::zone)).containsExactlyInAnyOrder("a", "b", "c", "");
            assertThat(ring.successors(vnode, 2, false)).isEqualTo(all.subList(0, 2));
        }
    }

    static void permute(List<Shard> items, int from, List<List<Shard>> into) {
        if (from == items.size()) {
            into.add(List.copyOf(items));
            return;
        }
        for (int i = from; i < items.size(); i++) {
            java.util.Collections.swap(items, from, i);
            permute(items, from + 1, into);
            java.util.Collections.swap(items, from, i);
        }
    }
}
