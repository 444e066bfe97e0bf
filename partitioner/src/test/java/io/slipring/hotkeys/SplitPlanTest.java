/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SplitPlanTest {
    private static final SplitRule QUARTER = new SplitRule(0.25);

    private final Ring ring = Rings.create("orders", 8, Placements.balanced(), List.of("orders"));

    @Test
    void ways_isTheShareInPiecesOfThePart() {
        assertThat(QUARTER.ways(0.03, 8)).isEqualTo(1);
        assertThat(QUARTER.ways(0.0626, 8)).isEqualTo(3);
        assertThat(QUARTER.ways(0.4, 8)).isEqualTo(8);
        assertThat(QUARTER.ways(0, 8)).isEqualTo(1);
        assertThat(QUARTER.ways(1, 1)).isEqualTo(1);
        assertThatThrownBy(() -> new SplitRule(0)).hasMessageContaining("part must be above 0 and at most 1, was 0");
    }

    @Test
    void of_oneHotKey_levelsTheShards() {
        byte[] key = bytes("celebrity");
        SplitPlan plan =
                SplitPlan.of(ring, List.of(new HotKey(key, 0.4, 0.01, 1)), loads(Map.of("celebrity", 0.4)), QUARTER);

        assertThat(plan.splits()).singleElement().satisfies(split -> {
            assertThat(split.key()).isEqualTo(key);
            assertThat(split.shards()).hasSize(8);
        });
        assertThat(plan.after().values()).allSatisfy(load -> assertThat(load).isCloseTo(0.125, within(1e-9)));
        assertThat(plan.before().get(ring.ownerOf(key).id())).isCloseTo(0.475, within(1e-9));
    }

    @Test
    void of_severalHotKeys_heaviestFirstOntoTheLeastLoaded() {
        Map<String, Double> shares = Map.of("a", 0.2, "b", 0.1, "c", 0.02);
        List<HotKey> hot = List.of(
                new HotKey(bytes("c"), 0.02, 0, 1),
                new HotKey(bytes("a"), 0.2, 0, 1),
                new HotKey(bytes("b"), 0.1, 0, 1));

        SplitPlan plan = SplitPlan.of(ring, hot, loads(shares), QUARTER);

        assertThat(plan.splits()).extracting(split -> text(split.key())).containsExactly("a", "b");
        assertThat(plan.splits()).extracting(split -> split.shards().size()).containsExactly(7, 4);
        double mean = 1.0 / 8;
        assertThat(plan.after().values())
                .allSatisfy(load -> assertThat(load / mean).isLessThan(1.25));
    }

    @Test
    void of_planAppliedAndMeasuredAgain_staysAsGood() {
        byte[] key = bytes("celebrity");
        HotKey hot = new HotKey(key, 0.3, 0, 1);
        SplitPlan first = SplitPlan.of(ring, List.of(hot), loads(Map.of("celebrity", 0.3)), QUARTER);
        Ring split = RingChange.on(ring)
                .splitMode(SplitMode.DECLARED)
                .splits(first.splits())
                .next();

        SplitPlan second = SplitPlan.of(split, List.of(hot), first.after(), QUARTER);

        assertThat(second.after()).isEqualTo(second.before());
    }

    @Test
    void of_weights_loadsInProportion() {
        Ring weighted = RingChange.on(ring).setWeight(new ShardId(2), 8).next();
        Map<ShardId, Double> loads = new HashMap<>();
        weighted.shards().forEach(shard -> loads.put(shard.id(), shard.weight() / 15.0 * 0.9));
        loads.merge(weighted.ownerOf(bytes("a")).id(), 0.1, Double::sum);

        SplitPlan plan = SplitPlan.of(weighted, List.of(new HotKey(bytes("a"), 0.1, 0, 1)), loads, QUARTER);

        assertThat(plan.splits())
                .singleElement()
                .satisfies(split -> assertThat(split.shards()).contains(new ShardId(2)));
    }

    @Test
    void of_nothingHot_splitsNothing() {
        SplitPlan plan = SplitPlan.of(ring, List.of(), loads(Map.of()), QUARTER);

        assertThat(plan.splits()).isEmpty();
        assertThat(plan.after()).isEqualTo(plan.before());
    }

    @Test
    void of_drainedShard_getsNoPiece() {
        Ring drained = RingChange.on(ring).removeShard(new ShardId(3)).next();

        SplitPlan plan = SplitPlan.of(drained, List.of(new HotKey(bytes("a"), 0.9, 0, 1)), Map.of(), QUARTER);

        SplitKey split = plan.splits().get(0);
        assertThat(split.shards()).hasSize(7).doesNotContain(new ShardId(3));
    }

    /** What is left is spread evenly; the named keys are at their owners. */
    private Map<ShardId, Double> loads(Map<String, Double> hot) {
        double rest = 1 - hot.values().stream().mapToDouble(Double::doubleValue).sum();
        Map<ShardId, Double> loads = new HashMap<>();
        for (Shard shard : ring.shards()) {
            loads.put(shard.id(), rest / 8);
        }
        hot.forEach((key, share) -> loads.merge(ring.ownerOf(bytes(key)).id(), share, Double::sum));
        return loads;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
    }
}
