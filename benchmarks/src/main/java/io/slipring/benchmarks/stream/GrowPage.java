/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import io.slipring.benchmarks.report.GeneratedPart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes results of {@link GrowBench} into {@code benchmarks.md}. */
public final class GrowPage {
    private GrowPage() {}

    /**
     * Writes the generated part.
     *
     * @param directory of {@code benchmarks.md}
     */
    public static void write(Path directory, List<GrowResult> results) throws IOException {
        GeneratedPart.write(directory.resolve("benchmarks.md"), "slipring bench grow", text(results));
    }

    private static String text(List<GrowResult> results) {
        StringBuilder text =
                new StringBuilder("\n| shards | keys | state MB | load | moved MB | published s | handed off s |"
                        + " moved MB/s | transfer MB | changelog MB | written over moved |\n"
                        + "|---|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|\n");
        for (GrowResult result : results) {
            move(text, result, result.shards(), "none", result.idle());
            GrowResult.Load load = result.load();
            GrowResult.Move loaded = result.loaded();
            if (loaded != null && load != null) {
                move(text, result, result.shards() + 1, String.format(Locale.ROOT, "%,.0f/s", load.rate()), loaded);
            }
        }
        for (GrowResult result : results) {
            GrowResult.Load load = result.load();
            if (load != null) {
                text.append(String.format(
                        Locale.ROOT,
                        "%nUnder load, of %,d keys: %,.0f of %,.0f records/s that it could take; throughput of keys that stayed"
                                + " was %.1f %% less while the state moved.%n%n"
                                + "| p99, ms | before | during | after | longest during |%n|---|---:|---:|---:|---:|%n",
                        result.keys(),
                        load.rate(),
                        load.most(),
                        100 * load.dip()));
                latencies(text, "keys that stayed", load.staying());
                latencies(text, "keys that moved", load.moving());
            }
            GrowResult.Rivals rivals = result.rivals();
            if (rivals != null) {
                double ours = result.idle().publishMillis() + result.idle().handoffMillis();
                text.append(String.format(
                        Locale.ROOT,
                        "%n| other ways, %,d keys | s | over ours |%n|---|---:|---:|%n"
                                + "| stop, reset, reprocess with a partition more | %.1f | %.1f |%n"
                                + "| stop, copy all state (%.0f MB), start on it | %.1f | %.1f |%n"
                                + "| copy the moved messages from topic to topic, no more | %.1f | %.2f |%n",
                        result.keys(),
                        rivals.reprocessMillis() / 1e3,
                        rivals.reprocessMillis() / ours,
                        rivals.copiedBytes() / 1e6,
                        rivals.copyMillis() / 1e3,
                        rivals.copyMillis() / ours,
                        rivals.rawMillis() / 1e3,
                        rivals.rawMillis() / ours));
            }
        }
        return text.append('\n').toString();
    }

    private static void move(StringBuilder text, GrowResult result, int shards, String load, GrowResult.Move move) {
        text.append(String.format(
                Locale.ROOT,
                "| %d -> %d | %,d | %.0f | %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.2f |%n",
                shards,
                shards + 1,
                result.keys(),
                result.stateBytes() / 1e6,
                load,
                move.movedBytes() / 1e6,
                move.publishMillis() / 1e3,
                move.handoffMillis() / 1e3,
                move.bytesPerSecond() / 1e6,
                move.transferBytes() / 1e6,
                move.changelogBytes() / 1e6,
                move.writtenOverMoved()));
    }

    private static void latencies(StringBuilder text, String which, GrowResult.Latencies of) {
        text.append(String.format(
                Locale.ROOT,
                "| %s | %.0f | %.0f | %.0f | %.0f |%n",
                which,
                of.before(),
                of.during(),
                of.after(),
                of.duringMax()));
    }
}
