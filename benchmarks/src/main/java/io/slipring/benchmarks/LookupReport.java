/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs {@link LookupBenchmark} or {@link PartitionBenchmark} with the gc profiler, and prints medians and the ratio for each number of shards.
 *
 * <p>Both ways are measured one right after the other, in a JVM each, in several rounds; the ratio is the median of the
 * rounds' ratios. So a machine that does other things for a while slows down both ways of a round, or is outvoted.
 *
 * <p>Argument: the number of rounds, 9 if absent.
 */
final class LookupReport {
    private static final int ROUNDS = 9;

    /** JMH's own bookkeeping shows up as thousandths of a byte. */
    private static final double NOTHING = 0.01;

    private record Round(double ringNanos, double murmur2Nanos, double ringBytes) {
        double ratio() {
            return ringNanos / murmur2Nanos;
        }
    }

    private LookupReport() {}

    /**
     * Measures and prints.
     *
     * @param benchmark has a method ring and a method murmur2
     * @param limit how many times as long as Kafka's way ours may take
     * @return whether ours took no longer, and allocated nothing
     */
    static boolean run(Class<?> benchmark, double limit, String... args) throws RunnerException {
        int rounds = args.length == 0 ? ROUNDS : Integer.parseInt(args[0]);
        System.out.println("| shards | ring ns | murmur2+mod ns | ratio | lowest and highest ratio | ring bytes/op |");
        System.out.println("|---:|---:|---:|---:|---:|---:|");
        boolean reached = true;
        for (String shards : List.of("16", "256", "1024")) {
            List<Round> measured = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                measured.add(round(benchmark, shards));
            }
            double[] ratios = sorted(measured, Round::ratio);
            double bytes = median(sorted(measured, Round::ringBytes));
            reached &= median(ratios) <= limit && bytes < NOTHING;
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.2f | %.2f | %.2f | %.2f-%.2f | %.3f |%n",
                    shards,
                    median(sorted(measured, Round::ringNanos)),
                    median(sorted(measured, Round::murmur2Nanos)),
                    median(ratios),
                    ratios[0],
                    ratios[ratios.length - 1],
                    bytes);
        }
        return reached;
    }

    private static Round round(Class<?> benchmark, String shards) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(benchmark.getName() + "\\..*")
                        .param("shards", shards)
                        .addProfiler(GCProfiler.class)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        RunResult ring = find(results, "ring");
        return new Round(
                nanos(ring),
                nanos(find(results, "murmur2")),
                Objects.requireNonNull(ring.getSecondaryResults().get("gc.alloc.rate.norm"), "the gc profiler's result")
                        .getScore());
    }

    private static RunResult find(Collection<RunResult> results, String method) {
        return results.stream()
                .filter(result -> result.getParams().getBenchmark().endsWith("." + method))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No result for " + method));
    }

    private static double nanos(RunResult result) {
        return result.getPrimaryResult().getStatistics().getPercentile(50);
    }

    private static double[] sorted(List<Round> rounds, ToDoubleFunction<Round> value) {
        double[] values = rounds.stream().mapToDouble(value).toArray();
        Arrays.sort(values);
        return values;
    }

    private static double median(double[] sorted) {
        return sorted[sorted.length / 2];
    }
}
