/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import static io.slipring.ring.Tokens.VNODES;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds for every placement after every step of a random history. */
class PlacementPropertyTest {

    /** A wish for a change; what it picks is taken modulo what there is to pick from. */
    record Wish(int kind, int pick, int weight, int count) {

        /** Returns the ring after the wish, or the ring itself if its placement can't have it. */
        Ring apply(Ring ring) {
            boolean weights = hasWeights(ring);
            List<Shard> active = active(ring);
            Shard picked =
                    ring.placement().equals("jump") ? active.get(active.size() - 1) : active.get(pick % active.size());
            RingChange change = RingChange.on(ring);
            if (kind == 0 || (kind == 2 && !weights)) {
                return change.addShards(count, weights ? weight : 1, "").next();
            }
            if (kind == 1) {
                return active.size() == 1
                        ? ring
                        : change.removeShard(picked.id()).next();
            }
            return change.setWeight(picked.id(), weight).next();
        }
    }

    @Provide
    Arbitrary<List<Wish>> history() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 1_000),
                        Arbitraries.integers().between(1, 9),
                        Arbitraries.integers().between(1, 3))
                .as(Wish::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(8);
    }

    @Provide
    Arbitrary<String> placement() {
        return Arbitraries.of(Placements.names());
    }

    @Property(tries = 100)
    void next_anyHistory_ownershipIsTotalAndProportional(
            @ForAll("placement") String placement,
            @ForAll @IntRange(min = 1, max = 12) int shards,
            @ForAll("history") List<Wish> history) {
        Ring ring = Rings.create("r", shards, Placements.byName(placement), Set.of());
        for (Wish wish : history) {
            ring = wish.apply(ring);

            int[] counts = ring.table().counts(ring.shards().size());
            long total = ring.shards().stream().mapToLong(Shard::weight).sum();
            for (int i = 0; i < counts.length; i++) {
                Shard shard = ring.shards().get(i);
                double due = (double) VNODES * shard.weight() / total;
                assertThat(Math.abs(counts[i] - due))
                        .as("%s of %s", shard, ring)
                        .isLessThanOrEqualTo(tolerance(placement, due, shard));
            }
        }
    }

    /** Six standard deviations of what the placement throws dice for. */
    private static double tolerance(String placement, double due, Shard shard) {
        return switch (placement) {
            case "balanced", "modulo" -> 1;
            case "rendezvous", "jump" -> 6 * Math.sqrt(due) + 6;
            case "hashed" -> shard.isDrained() ? 0 : 6 * due / Math.sqrt(200.0 * shard.weight()) + 6;
            default -> throw new AssertionError(placement);
        };
    }

    @Property(tries = 100)
    void next_anyHistory_movesOnlyToWhatGrewAndFromWhatShrank(
            @ForAll("placement") String placement,
            @ForAll @IntRange(min = 1, max = 12) int shards,
            @ForAll("history") List<Wish> history) {
        Ring ring = Rings.create("r", shards, Placements.byName(placement), Set.of());
        for (Wish wish : history) {
            Ring before = ring;
            ring = wish.apply(before);
            RingDiff diff = RingDiff.between(before, ring);

            if (placement.equals("balanced")) {
                assertThat(diff.movedVnodes()).as("%s -> %s", before, ring).isEqualTo(leastMovement(before, ring));
            } else if (!placement.equals("modulo")) {
                assertThat(diff.moves()).allMatch(changedShardsOnly(before, ring));
            }
        }
    }

    /** Every move goes to a shard whose weight grew, or comes from one whose weight shrank. */
    private static Predicate<RingDiff.Move> changedShardsOnly(Ring before, Ring after) {
        return move -> weight(after, move.toPartition()) > weight(before, move.toPartition())
                || weight(after, move.fromPartition()) < weight(before, move.fromPartition());
    }

    private static int weight(Ring ring, int partition) {
        return ring.shards().stream()
                .filter(shard -> shard.partition() == partition)
                .mapToInt(Shard::weight)
                .sum();
    }

    /** The fewest vnodes that must move so that every share is its due, rounded down or up. */
    static int leastMovement(Ring before, Ring after) {
        long total = after.shards().stream().mapToLong(Shard::weight).sum();
        int spare = VNODES;
        int aboveFloor = 0;
        int missing = 0;
        Map<Integer, Integer> heldByPartition = new HashMap<>();
        int[] counts = before.table().counts(before.shards().size());
        for (int i = 0; i < counts.length; i++) {
            heldByPartition.put(before.shards().get(i).partition(), counts[i]);
        }
        for (Shard shard : after.shards()) {
            long due = (long) VNODES * shard.weight();
            int floor = (int) (due / total);
            int held = heldByPartition.getOrDefault(shard.partition(), 0);
            spare -= floor;
            missing += Math.max(0, floor - held);
            aboveFloor += held > floor && due % total > 0 ? 1 : 0;
        }
        return missing + Math.max(0, spare - aboveFloor);
    }

    @Property(tries = 30)
    void next_anyHistory_isDeterministicAndTheDiffReverses(
            @ForAll("placement") String placement,
            @ForAll @IntRange(min = 1, max = 12) int shards,
            @ForAll("history") List<Wish> history,
            @ForAll long seed) {
        Ring first = Rings.create("r", shards, Placements.byName(placement), Set.of());
        Ring again = first;
        Ring start = first;
        for (Wish wish : history) {
            first = wish.apply(first);
            again = wish.apply(again);
        }
        List<Shard> shuffled = new ArrayList<>(first.shards());
        Collections.shuffle(shuffled, new Random(seed));

        assertThat(again.fingerprint()).isEqualTo(first.fingerprint());
        assertThat(first.toBuilder().shards(shuffled).build()).isEqualTo(first);
        assertThat(RingDiff.between(start, first).reversed()).isEqualTo(RingDiff.between(first, start));
        assertThat(RingDiff.between(first, again).isEmpty()).isTrue();
    }

    @Property(tries = 30)
    void next_placementWithoutMemory_dependsOnTheShardsAlone(
            @ForAll @IntRange(min = 1, max = 12) int shards, @ForAll("history") List<Wish> history) {
        for (String placement : List.of("hashed", "rendezvous", "jump", "modulo")) {
            Ring ring = Rings.create("r", shards, Placements.byName(placement), Set.of());
            for (Wish wish : history) {
                ring = wish.apply(ring);
            }

            Ring direct = Rings.create("r", ring.shards(), Placements.byName(placement), Set.of());

            assertThat(direct.fingerprint()).isEqualTo(ring.fingerprint());
        }
    }

    private static boolean hasWeights(Ring ring) {
        return !Set.of("jump", "modulo").contains(ring.placement());
    }

    private static List<Shard> active(Ring ring) {
        return ring.shards().stream().filter(shard -> !shard.isDrained()).toList();
    }
}
