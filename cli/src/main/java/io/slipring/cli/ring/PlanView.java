/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.admin.GrowthPlan;
import io.slipring.admin.MoveForecast;
import io.slipring.cli.command.KeyText;
import io.slipring.ring.Ring;
import io.slipring.ring.RingDiff;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A planned change of a ring, as people and programs want to see it. */
record PlanView(PlannedChange change) {
    private static final double MIB = 1 << 20;

    /** For people. */
    List<String> lines() {
        Ring before = change.before();
        Ring after = change.after();
        List<String> lines = new ArrayList<>();
        lines.add("ring %s  epoch %d -> %d  shards %d -> %d  partitions %d -> %d"
                .formatted(
                        before.name(),
                        before.epoch().value(),
                        after.epoch().value(),
                        owners(before),
                        owners(after),
                        before.requiredPartitions(),
                        after.requiredPartitions()));
        lines.addAll(shardLines(before, after));
        GrowthPlan plan = change.plan();
        plan.toGrow()
                .forEach((topic, has) -> lines.add("grows topic %s  partitions %d -> %d"
                        .formatted(topic, has, plan.targets().get(topic))));
        lines.addAll(splitLines(before, after));
        lines.addAll(moveLines());
        change.forecast()
                .unreported()
                .forEach(task -> lines.add("  not counted: task " + task + " has not reported its state"));
        change.forecast()
                .unfinished()
                .forEach(task -> lines.add("  a guess: task " + task + " has not finished an earlier handoff"));
        plan.missing()
                .forEach((topic, reason) -> lines.add("blocked: topic " + topic + " does not exist, but " + reason));
        plan.strangers().forEach((name, reason) -> lines.add("blocked: " + name + ": " + reason));
        return lines;
    }

    private static long owners(Ring ring) {
        return ring.shards().stream().filter(shard -> !shard.isDrained()).count();
    }

    private static List<String> shardLines(Ring before, Ring after) {
        Map<ShardId, Shard> was = new TreeMap<>();
        before.shards().forEach(shard -> was.put(shard.id(), shard));
        List<String> lines = new ArrayList<>();
        for (Shard shard : after.shards()) {
            Shard then = was.remove(shard.id());
            if (then == null) {
                lines.add("adds shard %s  partition %d  weight %d"
                        .formatted(shard.id(), shard.partition(), shard.weight()));
            } else if (then.weight() != shard.weight()) {
                lines.add("shard %s  partition %d  weight %d -> %d%s"
                        .formatted(
                                shard.id(),
                                shard.partition(),
                                then.weight(),
                                shard.weight(),
                                shard.isDrained() ? ", drained" : ""));
            }
        }
        was.values()
                .forEach(gone -> lines.add(
                        "shard %s is gone, its partition %d has another".formatted(gone.id(), gone.partition())));
        return lines;
    }

    private static List<String> splitLines(Ring before, Ring after) {
        List<String> lines = new ArrayList<>();
        if (before.splitMode() != after.splitMode()) {
            lines.add("split mode " + before.splitMode().wireName() + " -> "
                    + after.splitMode().wireName());
        }
        for (SplitKey split : after.splits()) {
            if (!before.splits().contains(split)) {
                lines.add("splits key " + KeyText.shown(split.key()) + " over shards " + split.shards());
            }
        }
        for (SplitKey split : before.splits()) {
            if (after.splits().stream().noneMatch(kept -> kept.compareTo(split) == 0)) {
                lines.add("joins key " + KeyText.shown(split.key()));
            }
        }
        return lines;
    }

    private List<String> moveLines() {
        RingDiff diff = RingDiff.between(change.before(), change.after());
        MoveForecast forecast = change.forecast();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "moves %,d vnodes, %.2f%% of the keys; forecast %,d entries, %.1f MiB%s",
                diff.movedVnodes(),
                100 * diff.movedFraction(),
                forecast.entries(),
                forecast.bytes() / MIB,
                forecast.expected().map(PlanView::within).orElse("")));
        for (MoveForecast.Move move : forecast.moves()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  partition %d -> %d  %,d vnodes  %.2f%%  %,d entries  %.1f MiB",
                    move.fromPartition(),
                    move.toPartition(),
                    move.vnodes(),
                    100 * move.keyShare(),
                    move.entries(),
                    move.bytes() / MIB));
        }
        return lines;
    }

    private static String within(Duration expected) {
        return String.format(Locale.ROOT, ", at least %.1f s at the configured rate", expected.toMillis() / 1000.0);
    }

    /** For programs; a map of the caller's own. */
    Map<String, Object> json() {
        Ring before = change.before();
        Ring after = change.after();
        RingDiff diff = RingDiff.between(before, after);
        MoveForecast forecast = change.forecast();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ring", before.name());
        json.put("epochBefore", before.epoch().value());
        json.put("epochAfter", after.epoch().value());
        json.put("partitionsBefore", before.requiredPartitions());
        json.put("partitionsAfter", after.requiredPartitions());
        json.put("topicsGrown", change.plan().toGrow().keySet());
        json.put("vnodesMoved", diff.movedVnodes());
        json.put("vnodesMovedFraction", diff.movedFraction());
        json.put("splitModeAfter", after.splitMode().wireName());
        json.put("splitsAfter", after.splits().stream().map(PlanView::json).toList());
        json.put("entriesForecast", forecast.entries());
        json.put("bytesForecast", forecast.bytes());
        json.put("expectedMillis", forecast.expected().map(Duration::toMillis).orElse(null));
        json.put("moves", forecast.moves().stream().map(PlanView::json).toList());
        json.put("unreportedTasks", forecast.unreported());
        json.put("unfinishedTasks", forecast.unfinished());
        Map<String, String> blocked = new TreeMap<>(change.plan().missing());
        blocked.putAll(change.plan().strangers());
        json.put("blocked", blocked);
        return json;
    }

    private static Map<String, Object> json(SplitKey split) {
        Map<String, Object> json = new LinkedHashMap<>();
        KeyText.text(split.key()).ifPresent(text -> json.put("key", text));
        json.put("keyHex", HexFormat.of().formatHex(split.key()));
        json.put("shards", split.shards().stream().map(ShardId::value).toList());
        return json;
    }

    private static Map<String, Object> json(MoveForecast.Move move) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("fromPartition", move.fromPartition());
        json.put("toPartition", move.toPartition());
        json.put("vnodes", move.vnodes());
        json.put("keyShare", move.keyShare());
        json.put("entries", move.entries());
        json.put("bytes", move.bytes());
        return json;
    }
}
