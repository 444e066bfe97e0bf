/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.bench;

import io.slipring.benchmarks.stream.GrowBench;
import io.slipring.benchmarks.stream.GrowPage;
import io.slipring.benchmarks.stream.GrowResult;
import io.slipring.benchmarks.stream.GrowSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what adding a shard takes, and what else one could do. */
@Command(
        name = "grow",
        description = {
            "Add a shard to an application that has much state, on a broker of its own: idle, then under load. Beside it the ways"
                    + " without Slipring: reprocess, or stop and copy; and the plain copy of the moved bytes as the limit.",
            "Several --state-bytes and --shards are measured one after the other."
        })
final class BenchGrowCommand extends BenchRun {
    private static final List<Double> SCALE_BYTES = List.of(0.1, 0.3, 1.0, 3.0);
    private static final List<Integer> SCALE_SHARDS = List.of(4, 8, 16, 32, 64);

    @Option(
            names = "--state-bytes",
            paramLabel = "N",
            split = ",",
            defaultValue = "1000000000",
            description = "Bytes of keys and values in all home stores (default ${DEFAULT-VALUE}).")
    private List<Long> stateBytes = new ArrayList<>();

    @Option(
            names = "--shards",
            paramLabel = "N",
            split = ",",
            defaultValue = "8",
            description = "Shards before the growth (default ${DEFAULT-VALUE}).")
    private List<Integer> shards = new ArrayList<>();

    @Option(
            names = "--scale",
            description =
                    "Measure idle growths only, of 8 shards with 0.1, 0.3, 1 and 3 times --state-bytes, and of 4, 8, 16, 32"
                            + " and 64 shards with 0.1 times.")
    private boolean scale;

    @Option(
            names = "--entry-bytes",
            paramLabel = "N",
            defaultValue = "200",
            description = "Bytes of a key with its aggregate (default ${DEFAULT-VALUE}).")
    private int entryBytes;

    @Option(
            names = "--load",
            paramLabel = "PART",
            defaultValue = "0.5",
            description = "What is sent during the second growth, as a part of what the application can take"
                    + " (default ${DEFAULT-VALUE}).")
    private double load;

    @Option(
            names = "--around-ms",
            paramLabel = "MS",
            defaultValue = "10000",
            description = "Milliseconds of load before and after that growth (default ${DEFAULT-VALUE}).")
    private int aroundMs;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "Stream threads (default ${DEFAULT-VALUE}).")
    private int threads;

    @Option(
            names = "--commit-ms",
            paramLabel = "MS",
            defaultValue = "1000",
            description = "Milliseconds between commits (default ${DEFAULT-VALUE}).")
    private int commitMs;

    @Option(names = "--no-rivals", description = "Leave the other ways out.")
    private boolean noRivals;

    @Option(
            names = "--app-jvm-arg",
            paramLabel = "ARG",
            description = "Option for the JVM of the application, such as one that starts a profiler; may be repeated.")
    private List<String> jvmArgs = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        require(entryBytes >= 60, "--entry-bytes must be >= 60, was " + entryBytes);
        require(load > 0 && load < 1, "--load must be above 0 and below 1, was " + load);
        require(aroundMs >= 1, "--around-ms must be >= 1, was " + aroundMs);
        require(threads >= 1, "--threads must be >= 1, was " + threads);
        require(commitMs >= 1, "--commit-ms must be >= 1, was " + commitMs);
        for (long bytes : stateBytes) {
            require(bytes >= entryBytes, "--state-bytes must be >= --entry-bytes, was " + bytes);
        }
        for (int count : shards) {
            require(count >= 1 && count <= 1_024, "--shards must be 1..1024, was " + count);
        }
        PrintWriter progress = progress();
        List<GrowResult> results = new ArrayList<>();
        for (GrowSettings settings : series()) {
            GrowResult result = GrowBench.run(settings, step -> {
                err().println("... " + step);
                err().flush();
            });
            results.add(result);
            print(result, progress);
        }
        return finish(results, GrowPage::write);
    }

    private List<GrowSettings> series() {
        List<GrowSettings> series = new ArrayList<>();
        for (long bytes : stateBytes) {
            if (scale) {
                SCALE_BYTES.forEach(times -> series.add(settings((long) (times * bytes), 8)));
                SCALE_SHARDS.forEach(count -> series.add(settings(bytes / 10, count)));
            } else {
                shards.forEach(count -> series.add(settings(bytes, count)));
            }
        }
        return series;
    }

    private GrowSettings settings(long bytes, int count) {
        return new GrowSettings(
                bytes,
                count,
                entryBytes,
                load,
                Duration.ofMillis(aroundMs),
                threads,
                Duration.ofMillis(commitMs),
                !scale,
                !scale && !noRivals,
                jvmArgs);
    }

    private static void print(GrowResult result, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%d shards, %,d keys, %.1f MB of state%n",
                result.shards(),
                result.keys(),
                result.stateBytes() / 1e6);
        move("idle", result.idle(), out);
        GrowResult.Move loaded = result.loaded();
        if (loaded != null) {
            move("under load", loaded, out);
        }
        GrowResult.Load load = result.load();
        if (load != null) {
            out.printf(
                    Locale.ROOT,
                    "  load        %,.0f records/s of %,.0f; %,d in all, all in their totals; %.1f %% less of keys that stay%n",
                    load.rate(),
                    load.most(),
                    load.records(),
                    100 * load.dip());
            latencies("keys that stay", load.staying(), out);
            latencies("keys that move", load.moving(), out);
        }
        GrowResult.Rivals rivals = result.rivals();
        if (rivals != null) {
            out.printf(
                    Locale.ROOT,
                    "  otherwise   reprocess %.1f s; stop and copy %.1f s (%.1f MB); plain copy of what moved %.1f s (%.1f MB/s)%n",
                    rivals.reprocessMillis() / 1e3,
                    rivals.copyMillis() / 1e3,
                    rivals.copiedBytes() / 1e6,
                    rivals.rawMillis() / 1e3,
                    rivals.rawBytesPerSecond() / 1e6);
        }
        out.flush();
    }

    private static void move(String name, GrowResult.Move move, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "  %-11s %.1f MB moved; published in %.1f s, handed off in %.1f s (%.1f MB/s); written %.2f times what moved:"
                        + " %.1f MB of transfers, %.1f MB of changelog%n",
                name,
                move.movedBytes() / 1e6,
                move.publishMillis() / 1e3,
                move.handoffMillis() / 1e3,
                move.bytesPerSecond() / 1e6,
                move.writtenOverMoved(),
                move.transferBytes() / 1e6,
                move.changelogBytes() / 1e6);
    }

    private static void latencies(String name, GrowResult.Latencies of, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "  p99 of %s: %.0f ms before, %.0f during (longest %.0f), %.0f after%n",
                name,
                of.before(),
                of.during(),
                of.duringMax(),
                of.after());
    }
}
