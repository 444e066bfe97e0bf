/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.admin.GrowthPlan;
import io.slipring.ring.Ring;
import io.slipring.ring.RingDiff;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a change of a ring moves, as people and programs want to see it. */
record GrowthView(Ring before, Ring after, GrowthPlan plan) {
    GrowthView(ShardAddition addition) {
        this(addition.before(), addition.after(), addition.plan());
    }

    /** For people. */
    List<String> lines() {
        RingDiff diff = RingDiff.between(before, after);
        List<String> lines = new ArrayList<>();
        lines.add("ring %s  epoch %d -> %d  shards %d -> %d  partitions %d -> %d"
                .formatted(
                        before.name(),
                        before.epoch().value(),
                        after.epoch().value(),
                        before.shards().size(),
                        after.shards().size(),
                        before.requiredPartitions(),
                        after.requiredPartitions()));
        plan.toGrow()
                .forEach((topic, has) -> lines.add("grows topic %s  partitions %d -> %d"
                        .formatted(topic, has, plan.targets().get(topic))));
        lines.add(String.format(
                Locale.ROOT, "moves %,d vnodes, %.2f%% of the keys", diff.movedVnodes(), 100 * diff.movedFraction()));
        for (RingDiff.Move move : diff.moves()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  partition %d -> %d  %,d vnodes",
                    move.fromPartition(),
                    move.toPartition(),
                    move.size()));
        }
        return lines;
    }

    /** For programs; a map of the caller's own. */
    Map<String, Object> json() {
        RingDiff diff = RingDiff.between(before, after);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ring", before.name());
        json.put("epochBefore", before.epoch().value());
        json.put("epochAfter", after.epoch().value());
        json.put("partitionsBefore", before.requiredPartitions());
        json.put("partitionsAfter", after.requiredPartitions());
        json.put("topicsGrown", plan.toGrow().keySet());
        json.put("vnodesMoved", diff.movedVnodes());
        json.put("vnodesMovedFraction", diff.movedFraction());
        json.put("moves", diff.moves().stream().map(GrowthView::json).toList());
        return json;
    }

    private static Map<String, Object> json(RingDiff.Move move) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fromPartition", move.fromPartition());
        json.put("toPartition", move.toPartition());
        json.put("vnodes", move.size());
        return json;
    }
}
