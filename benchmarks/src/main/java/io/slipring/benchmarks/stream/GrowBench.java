/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures what adding a shard takes: once with nothing else to do, once under load, and beside the ways that there are
 * without this library.
 */
public final class GrowBench {
    private GrowBench() {}

    /**
     * Runs one measurement on a broker of its own.
     *
     * @param progress told in a line what is done next
     */
    public static GrowResult run(GrowSettings settings, Consumer<String> progress) throws IOException {
        try (BenchCluster cluster = BenchCluster.start();
                GrowTrial trial = new GrowTrial(cluster, settings)) {
            progress.accept("filling %,d keys".formatted(settings.keys()));
            trial.fill();
            progress.accept("adding a shard to %d".formatted(settings.shards()));
            GrowResult.Move idle = trial.growIdle();
            GrowResult.Rivals rivals = null;
            if (settings.rivals()) {
                trial.pause();
                rivals = rivals(cluster, settings, trial, idle, progress);
                trial.resume();
            }
            GrowTrial.Loaded loaded = null;
            if (settings.loaded()) {
                progress.accept("adding a shard under load");
                loaded = trial.growUnderLoad();
            }
            GrowResult result = result(settings, trial, idle, loaded, rivals);
            trial.pause();
            return result;
        }
    }

    private static GrowResult.Rivals rivals(
            BenchCluster cluster,
            GrowSettings settings,
            GrowTrial trial,
            GrowResult.Move idle,
            Consumer<String> progress) {
        try (GrowRivals others = new GrowRivals(cluster, settings, trial.spec(), trial.expected())) {
            progress.accept("copying what moved from topic to topic");
            GrowRivals.Copy raw = others.copyRaw(trial.transferredFrom());
            progress.accept("reprocessing with a partition more");
            long reprocess = others.reprocess();
            progress.accept("copying all state into a partition more");
            GrowRivals.Copy copy = others.copyState();
            return new GrowResult.Rivals(
                    idle.movedBytes() / Math.max(1e-3, raw.millis() / 1e3),
                    raw.millis(),
                    reprocess,
                    copy.millis(),
                    copy.bytes());
        }
    }

    private static GrowResult result(
            GrowSettings settings,
            GrowTrial trial,
            GrowResult.Move idle,
            GrowTrial.@Nullable Loaded loaded,
            GrowResult.@Nullable Rivals rivals) {
        return new GrowResult(
                settings.shards(),
                settings.keys(),
                trial.stateBytes(),
                idle,
                loaded == null ? null : loaded.move(),
                loaded == null ? null : loaded.load(),
                rivals);
    }
}
