/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.bench;

import io.slipring.benchmarks.stream.SteadyBench;
import io.slipring.benchmarks.stream.SteadyPage;
import io.slipring.benchmarks.stream.SteadyResult;
import io.slipring.benchmarks.stream.SteadySettings;
import io.slipring.benchmarks.stream.Variant;
import io.slipring.benchmarks.stream.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares throughput, latency and bytes with what the DSL of Kafka Streams needs for the same. */
@Command(
        name = "steady",
        description = {
            "Aggregate the same records by the DSL of Kafka Streams and by Slipring, on a broker of its own: records per second"
                    + " and per processor second, end-to-end latency at a steady rate, bytes written per record, and memory.",
            "dsl and slipring have producers that partition by the key; dsl-repartition and slipring-any have not."
        })
final class BenchSteadyCommand extends BenchRun {
    @Option(
            names = "--records",
            paramLabel = "N",
            defaultValue = "200000",
            description =
                    "Records measured for throughput, after a third as many to warm up (default ${DEFAULT-VALUE}).")
    private int records;

    @Option(
            names = "--paced-records",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Records sent at a steady rate for latency (default ${DEFAULT-VALUE}).")
    private int pacedRecords;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Records per second for latency (default: half of what the slowest variant takes).")
    private @Nullable Double rate;

    @Option(
            names = "--keys",
            paramLabel = "N",
            split = ",",
            defaultValue = "1000",
            description = "Numbers of keys (default ${DEFAULT-VALUE}).")
    private List<Integer> keys = new ArrayList<>();

    @Option(
            names = "--workload",
            split = ",",
            defaultValue = "uniform,zipf1.0,zipf1.5,half",
            description = "How often keys come: ${COMPLETION-CANDIDATES} (default: all).")
    private List<Workload> workloads = new ArrayList<>();

    @Option(
            names = "--variant",
            split = ",",
            defaultValue = "dsl,slipring,dsl-repartition,slipring-any",
            description = "What aggregates: ${COMPLETION-CANDIDATES} (default: all).")
    private List<Variant> variants = new ArrayList<>();

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "8",
            description = "Partitions, which are shards (default ${DEFAULT-VALUE}).")
    private int partitions;

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
            description = "Milliseconds between commits; well above what a commit takes (default ${DEFAULT-VALUE}).")
    private int commitMs;

    @Option(
            names = "--value-bytes",
            paramLabel = "N",
            defaultValue = "100",
            description = "Bytes of a value (default ${DEFAULT-VALUE}).")
    private int valueBytes;

    @Option(
            names = "--app-jvm-arg",
            paramLabel = "ARG",
            description =
                    "Option for the JVMs of the applications, such as one that starts a profiler; may be repeated.")
    private List<String> jvmArgs = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        atLeast("--records", records, 1);
        atLeast("--paced-records", pacedRecords, 1);
        atLeast("--partitions", partitions, 1);
        atLeast("--threads", threads, 1);
        atLeast("--commit-ms", commitMs, 1);
        atLeast("--value-bytes", valueBytes, 1);
        for (int count : keys) {
            atLeast("--keys", count, 1);
        }
        require(rate == null || rate > 0, "--rate must be > 0, was " + rate);
        PrintWriter progress = progress();
        progress.println("variant          workload     keys  records/s   per cpu s  p50 ms  p99 ms  p99.9 ms   at rate"
                + "  between  changelog  output B/record  heap MB  native MB  restart ms");
        List<SteadyResult> results = SteadyBench.run(settings(), result -> {
            progress.println(line(result));
            progress.flush();
        });
        ratios(results, progress);
        return finish(results, SteadyPage::write);
    }

    private SteadySettings settings() {
        return new SteadySettings(
                records,
                pacedRecords,
                keys,
                workloads,
                variants,
                rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate),
                partitions,
                threads,
                Duration.ofMillis(commitMs),
                valueBytes,
                jvmArgs);
    }

    private void atLeast(String option, int value, int least) {
        require(value >= least, option + " must be >= " + least + ", was " + value);
    }

    private static void ratios(List<SteadyResult> results, PrintWriter out) {
        out.println();
        out.println("Slipring over the DSL      workload     keys  records/s  per cpu s  p99  bytes between");
        for (SteadyResult ours : results) {
            SteadyPage.rival(ours, results)
                    .ifPresent(rival -> out.printf(
                            Locale.ROOT,
                            "%-26s %-8s %8d  %9.2f  %9.2f  %3.2f  %s%n",
                            ours.variant() + "/" + rival.variant(),
                            ours.workload(),
                            ours.keys(),
                            ours.recordsPerSecond() / rival.recordsPerSecond(),
                            ours.recordsPerCpuSecond() / rival.recordsPerCpuSecond(),
                            ours.p99Millis() / rival.p99Millis(),
                            rival.betweenBytes() == 0
                                    ? "-"
                                    : String.format(Locale.ROOT, "%.3f", ours.betweenBytes() / rival.betweenBytes())));
        }
    }

    private static String line(SteadyResult result) {
        return String.format(
                Locale.ROOT,
                "%-16s %-8s %8d  %9.0f  %10.0f  %6.0f  %6.0f  %8.0f  %8.0f  %7.1f  %9.1f  %15.1f  %7.0f  %9.0f  %10d",
                result.variant(),
                result.workload(),
                result.keys(),
                result.recordsPerSecond(),
                result.recordsPerCpuSecond(),
                result.p50Millis(),
                result.p99Millis(),
                result.p999Millis(),
                result.rate(),
                result.betweenBytes(),
                result.changelogBytes(),
                result.outputBytes(),
                result.liveHeapBytes() / 1e6,
                result.nativeBytes() / 1e6,
                result.restartMillis());
    }
}
