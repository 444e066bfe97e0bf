/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.lookup;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs {@link LookupBenchmark} with the gc profiler.
 *
 * <p>All ways are measured one right after the other, in a JVM each, in several rounds; the ratio to Kafka's way is the median
 * of the rounds' ratios. So a machine that does other things for a while slows down all ways of a round, or is outvoted.
 */
public final class LookupBench {
    /** Ways, and Kafka's at last. */
    private static final List<String> WAYS =
            List.of("ring", "declared", "adaptive", "guava", "ketama", "jumpBack", "murmur2");

    private static final String KAFKA = "murmur2";

    private LookupBench() {}

    private record Call(double nanos, double bytes) {}

    /**
     * Measures.
     *
     * @param shards numbers of shards
     * @param rounds how many, at least 1
     * @param millis of an iteration, of which there are thirty for each way and round; at least 1
     * @param done called with each result as it is known
     * @throws IllegalStateException if a benchmark fails
     */
    public static List<LookupResult> run(List<Integer> shards, int rounds, int millis, Consumer<LookupResult> done) {
        List<LookupResult> results = new ArrayList<>();
        for (int count : shards) {
            List<Map<String, Call>> measured = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                measured.add(round(count, millis));
            }
            for (String way : WAYS) {
                double[] ratios = sorted(
                        measured,
                        round -> call(round, way).nanos() / call(round, KAFKA).nanos());
                LookupResult result = new LookupResult(
                        way,
                        count,
                        median(sorted(measured, round -> call(round, way).nanos())),
                        median(ratios),
                        ratios[0],
                        ratios[ratios.length - 1],
                        median(sorted(measured, round -> call(round, way).bytes())));
                done.accept(result);
                results.add(result);
            }
        }
        return results;
    }

    private static Map<String, Call> round(int shards, int millis) {
        Map<String, Call> calls = new HashMap<>();
        try {
            for (RunResult result : new Runner(new OptionsBuilder()
                            .include(LookupBenchmark.class.getName() + "\\..*")
                            .param("shards", String.valueOf(shards))
                            .warmupTime(TimeValue.milliseconds(millis))
                            .measurementTime(TimeValue.milliseconds(millis))
                            .addProfiler(GCProfiler.class)
                            .jvmArgsAppend("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn")
                            .shouldFailOnError(true)
                            .verbosity(VerboseMode.SILENT)
                            .build())
                    .run()) {
                String benchmark = result.getParams().getBenchmark();
                calls.put(
                        benchmark.substring(benchmark.lastIndexOf('.') + 1),
                        new Call(
                                result.getPrimaryResult().getStatistics().getPercentile(50),
                                Objects.requireNonNull(
                                                result.getSecondaryResults().get("gc.alloc.rate.norm"),
                                                "the gc profiler's result")
                                        .getScore()));
            }
        } catch (RunnerException e) {
            throw new IllegalStateException("Cannot measure lookups: " + e.getMessage(), e);
        }
        return calls;
    }

    private static Call call(Map<String, Call> round, String way) {
        return Objects.requireNonNull(round.get(way), () -> "no result for " + way);
    }

    private static double[] sorted(List<Map<String, Call>> rounds, ToDoubleFunction<Map<String, Call>> value) {
        double[] values = rounds.stream().mapToDouble(value).toArray();
        Arrays.sort(values);
        return values;
    }

    private static double median(double[] sorted) {
        return sorted[sorted.length / 2];
    }
}
