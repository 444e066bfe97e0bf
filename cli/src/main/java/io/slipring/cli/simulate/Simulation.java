/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingDiff;
import io.slipring.ring.Rings;
import io.slipring.ring.Shard;
import io.slipring.ring.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Applies changes to a ring of equal shards by several placements, over one load. */
final class Simulation {

    private static final int VNODE_BYTES = 2;

    private final KeyLoad load;
    private final ToDoubleFunction<Ring> lookupNanos;

    /**
     * Simulates over a load.
     *
     * @param lookupNanos measures a lookup in a ring
     */
    Simulation(KeyLoad load, ToDoubleFunction<Ring> lookupNanos) {
        this.load = load;
        this.lookupNanos = lookupNanos;
    }

    /** Returns an outcome per placement and change, in their order; every change starts from the same ring. */
    List<Outcome> run(int shards, List<String> placements, List<Change> changes) {
        List<Outcome> outcomes = new ArrayList<>();
        for (String placement : placements) {
            Ring before = Rings.create("simulated", shards, Placements.byName(placement), Set.of());
            double nanos = lookupNanos.applyAsDouble(before);
            for (Change change : changes) {
                outcomes.add(outcome(before, change, nanos));
            }
        }
        return outcomes;
    }

    private Outcome outcome(Ring before, Change change, double nanos) {
        Spread arcs = Spread.of(before, arcs(before));
        Spread records = Spread.of(before, load.perShard(before));
        try {
            Ring after = change.apply(before);
            RingDiff diff = RingDiff.between(before, after);
            return new Outcome(
                    before,
                    after,
                    arcs.maxOverMean(),
                    records.maxOverMean(),
                    records.stddev(),
                    change.text(),
                    diff.movedFraction(),
                    movedLoad(before, after),
                    ideal(before, after),
                    nanos,
                    tableBytes(before),
                    "");
        } catch (IllegalArgumentException e) {
            return new Outcome(
                    before,
                    null,
                    arcs.maxOverMean(),
                    records.maxOverMean(),
                    records.stddev(),
                    change.text(),
                    Double.NaN,
                    Double.NaN,
                    Double.NaN,
                    nanos,
                    tableBytes(before),
                    String.valueOf(e.getMessage()));
        }
    }

    private static double[] arcs(Ring ring) {
        int[] counts = ring.table().counts(ring.shards().size());
        double[] arcs = new double[counts.length];
        for (int i = 0; i < counts.length; i++) {
            arcs[i] = counts[i];
        }
        return arcs;
    }

    private double movedLoad(Ring before, Ring after) {
        double moved = 0;
        for (int vnode = 0; vnode < Tokens.VNODES; vnode++) {
            if (before.partitionOfVnode(vnode) != after.partitionOfVnode(vnode)) {
                moved += load.ofVnode(vnode);
            }
        }
        return moved / load.records();
    }

    /** What the shards whose share grows are due more than before. */
    static double ideal(Ring before, Ring after) {
        double ideal = 0;
        for (Shard shard : after.shards()) {
            ideal += Math.max(0, share(after, shard.partition()) - share(before, shard.partition()));
        }
        return ideal;
    }

    private static double share(Ring ring, int partition) {
        double total = 0;
        double weight = 0;
        for (Shard shard : ring.shards()) {
            total += shard.weight();
            weight += shard.partition() == partition ? shard.weight() : 0;
        }
        return weight / total;
    }

    /** 16 bits a vnode for the owners, and as much again where partitions are not numbered as the shards are. */
    private static int tableBytes(Ring ring) {
        for (int i = 0; i < ring.shards().size(); i++) {
            if (ring.shards().get(i).partition() != i) {
                return 2 * VNODE_BYTES * Tokens.VNODES;
            }
        }
        return VNODE_BYTES * Tokens.VNODES;
    }
}
