/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.slipring.testkit.OffsetWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the demo found; its JSON form has exactly these fields.
 *
 * @param records records produced
 * @param keys their distinct keys, by the recount
 * @param shardsBefore shards of the ring at the start
 * @param shardsAfter and at the end
 * @param partitionsBefore partitions of the input topic at the start
 * @param partitionsAfter and at the end
 * @param vnodesMovedFraction vnodes that changed partition, of 65,536
 * @param keysMoved keys of the recount whose vnode changed partition
 * @param keysMovedFraction of all keys of the recount
 * @param idealFraction added shards of all shards at the end: what can't be undercut
 * @param handoffMillis from the epoch's publication until every task reported that it had sent and received everything
 * @param lost records that the application counted too few, in its output or its stores, whichever is worse
 * @param duplicated records that it counted too many, likewise
 * @param mismatchedKeys keys whose result differs from the recount, in its output or its stores
 * @param understatedOutputs updates with a lower record count than an earlier one of the same key
 * @param appRestarts stream threads and instances of the application that failed
 * @param producedPerSecond records acknowledged a second, from the first to the last
 * @param maxGapMillis the longest time that a partition with records pending went without progress, see {@link OffsetWatch}
 */
@JsonPropertyOrder({
    "records",
    "keys",
    "shardsBefore",
    "shardsAfter",
    "partitionsBefore",
    "partitionsAfter",
    "vnodesMovedFraction",
    "keysMoved",
    "keysMovedFraction",
    "idealFraction",
    "handoffMillis",
    "lost",
    "duplicated",
    "mismatchedKeys",
    "understatedOutputs",
    "appRestarts",
    "producedPerSecond",
    "maxGapMillis"
})
record DemoReport(
        long records,
        long keys,
        int shardsBefore,
        int shardsAfter,
        int partitionsBefore,
        int partitionsAfter,
        double vnodesMovedFraction,
        long keysMoved,
        double keysMovedFraction,
        double idealFraction,
        long handoffMillis,
        long lost,
        long duplicated,
        long mismatchedKeys,
        long understatedOutputs,
        long appRestarts,
        long producedPerSecond,
        long maxGapMillis) {

    /** Whether the promise was kept. */
    boolean exact() {
        return lost == 0 && duplicated == 0 && mismatchedKeys == 0 && understatedOutputs == 0 && appRestarts == 0;
    }

    /** For people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(exact() ? "Exact." : "NOT exact.");
        lines.add(line("records", "%,d over %,d keys, produced at %,d/s", records, keys, producedPerSecond));
        lines.add(line(
                "shards",
                "%d -> %d (partitions %d -> %d)",
                shardsBefore,
                shardsAfter,
                partitionsBefore,
                partitionsAfter));
        lines.add(line(
                "moved",
                "%.2f%% of the vnodes, %,d keys (%.2f%%); ideal %.2f%%",
                100 * vnodesMovedFraction,
                keysMoved,
                100 * keysMovedFraction,
                100 * idealFraction));
        lines.add(line("handoff", "%,d ms, longest pause of a partition %,d ms", handoffMillis, maxGapMillis));
        lines.add(line("lost", "%,d records", lost));
        lines.add(line("duplicated", "%,d records", duplicated));
        lines.add(line(
                "mismatched", "%,d keys (output topic and stores against a recount of the input)", mismatchedKeys));
        lines.add(line("understated", "%,d updates", understatedOutputs));
        lines.add(line("restarts", "%,d", appRestarts));
        return lines;
    }

    private static String line(String name, String format, Object... values) {
        return "  %-12s".formatted(name) + String.format(Locale.ROOT, format, values);
    }
}
