/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.skew;

import io.slipring.hotkeys.SplitPlan;
import io.slipring.hotkeys.SplitRule;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Places the same seeded streams by each scheme, as four producers at once would, and measures how even the partitions come
 * out. The first three detection windows, in which adaptive producers learn, don't count for any scheme. The plan is made of
 * what producers found in an earlier pass over the stream.
 */
public final class SkewBench {
    private static final double[] EXPONENTS = {0.8, 1.0, 1.2, 1.5, 2.0};
    private static final int LEARNING = 3;
    private static final int WINDOWS = 10;
    private static final long SEED = 42;

    /** So many records has a window for each partition: enough samples for the smallest window of each producer. */
    private static final int WINDOW_RECORDS_PER_PARTITION = 6_250;

    private SkewBench() {}

    /**
     * Runs everything.
     *
     * @param partitions numbers of partitions; the words are only placed on up to 16, as the text has too few for more
     * @param done called with each result as it is known
     */
    public static List<SkewResult> run(List<Integer> partitions, Consumer<SkewResult> done) {
        List<SkewResult> results = new ArrayList<>();
        for (int count : partitions) {
            for (double exponent : EXPONENTS) {
                SkewStream stream = SkewStream.zipf(exponent, WINDOWS * window(count), SEED);
                results.addAll(compare(stream, count, done));
            }
            if (count <= 16) {
                results.addAll(compare(SkewStream.words(), count, done));
            }
        }
        return results;
    }

    /** Records in a detection window. */
    static int window(int partitions) {
        return partitions * WINDOW_RECORDS_PER_PARTITION;
    }

    private static List<SkewResult> compare(SkewStream stream, int partitions, Consumer<SkewResult> done) {
        Ring ring = ring(partitions);
        List<SkewResult> results = new ArrayList<>();
        results.add(result("murmur2", stream, partitions, Schemes.murmur2(partitions)));
        done.accept(results.get(0));
        Schemes.RingScheme first = Schemes.ring(ring);
        List<Outcome> plain = Placing.run(stream, first, partitions, window(partitions));
        results.add(result("ring", stream, partitions, plain));
        done.accept(results.get(1));
        results.add(result("pkg", stream, partitions, Schemes.twoChoices(partitions)));
        done.accept(results.get(2));
        results.add(result("adaptive", stream, partitions, Schemes.ring(adaptive(ring))));
        done.accept(results.get(3));
        results.add(result("planned", stream, partitions, Schemes.ring(planned(ring, first, plain))));
        done.accept(results.get(4));
        return results;
    }

    static Ring ring(int partitions) {
        return Rings.create("stream", partitions, Placements.balanced(), List.of("stream"));
    }

    static Ring adaptive(Ring ring) {
        return ring.toBuilder().splitMode(SplitMode.ADAPTIVE).build();
    }

    /** The ring with the splits that are planned by what its producers found, and sent. */
    static Ring planned(Ring ring, Schemes.RingScheme producers, List<Outcome> sent) {
        Outcome all = Outcome.sum(sent, ring.requiredPartitions());
        Map<ShardId, Double> loads = new HashMap<>();
        ring.shards().forEach(shard -> loads.put(shard.id(), (double) all.records(shard.partition()) / all.records()));
        SplitPlan plan = SplitPlan.of(ring, producers.found(), loads, SplitRule.DEFAULT);
        return ring.toBuilder()
                .splitMode(SplitMode.DECLARED)
                .splits(plan.splits())
                .build();
    }

    static SkewResult result(String name, SkewStream stream, int partitions, Scheme scheme) {
        return result(name, stream, partitions, Placing.run(stream, scheme, partitions, window(partitions)));
    }

    private static SkewResult result(String name, SkewStream stream, int partitions, List<Outcome> windows) {
        List<Outcome> learned = windows.subList(LEARNING, windows.size());
        Outcome all = Outcome.sum(learned, partitions);
        double worst = learned.stream()
                .filter(window -> window.records() == window(partitions))
                .mapToDouble(Outcome::recordsMaxOverMean)
                .max()
                .orElse(0);
        return new SkewResult(
                name,
                stream.name(),
                partitions,
                all.recordsMaxOverMean(),
                all.bytesMaxOverMean(),
                worst,
                all.partialsPerRecord());
    }
}
