/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs {@link LookupBenchmark} with the gc profiler and prints, for each number of shards, the medians and their ratio, and the
 * same of the fastest tenth, which a busy machine disturbs less.
 *
 * <p>Arguments: {@code --quick} for one fork instead of five, {@code --json FILE} to also write JMH's results.
 */
final class LookupReport {
    private static final String ALLOCATION = "gc.alloc.rate.norm";

    /** JMH's own bookkeeping shows up as thousandths of a byte. */
    private static final double NOTHING = 0.01;

    private LookupReport() {}

    /** Whether the router allocated nothing and took at most 0.6 times as long as Kafka. */
    static boolean run(String... args) throws RunnerException {
        List<String> given = List.of(args);
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(LookupBenchmark.class.getName() + "\\..*")
                .addProfiler(GCProfiler.class);
        if (given.contains("--quick")) {
            options = options.forks(1);
        }
        int json = given.indexOf("--json");
        if (json >= 0 && json + 1 < given.size()) {
            options = options.resultFormat(ResultFormatType.JSON).result(given.get(json + 1));
        }
        return print(new Runner(options.build()).run());
    }

    private static boolean print(Collection<RunResult> results) {
        Map<Integer, Map<String, RunResult>> byShards = new TreeMap<>();
        for (RunResult result : results) {
            String name = result.getParams().getBenchmark();
            byShards.computeIfAbsent(Integer.valueOf(result.getParams().getParam("shards")), n -> new TreeMap<>())
                    .put(name.substring(name.lastIndexOf('.') + 1), result);
        }
        System.out.println();
        System.out.println("| shards | ring ns | murmur2+mod ns | ratio | fastest tenth: ring | murmur2+mod | ratio"
                + " | ring bytes/op |");
        System.out.println("|---:|---:|---:|---:|---:|---:|---:|---:|");
        boolean reached = true;
        for (Map.Entry<Integer, Map<String, RunResult>> row : byShards.entrySet()) {
            RunResult ring = row.getValue().get("ring");
            RunResult murmur2 = row.getValue().get("murmur2");
            if (ring == null || murmur2 == null) {
                throw new IllegalStateException("No result for both ways at " + row.getKey() + " shards");
            }
            double ratio = percentile(ring, 50) / percentile(murmur2, 50);
            double bytes = allocation(ring);
            reached &= ratio <= 0.6 && bytes < NOTHING;
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.3f |%n",
                    row.getKey(),
                    percentile(ring, 50),
                    percentile(murmur2, 50),
                    ratio,
                    percentile(ring, 10),
                    percentile(murmur2, 10),
                    percentile(ring, 10) / percentile(murmur2, 10),
                    bytes);
        }
        return reached;
    }

    private static double percentile(RunResult result, double percentile) {
        return result.getPrimaryResult().getStatistics().getPercentile(percentile);
    }

    private static double allocation(RunResult result) {
        for (Map.Entry<String, ? extends Result<?>> secondary :
                secondary(result).entrySet()) {
            if (secondary.getKey().endsWith(ALLOCATION)) {
                return secondary.getValue().getScore();
            }
        }
        throw new IllegalStateException("The gc profiler reported no " + ALLOCATION);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // JMH's map has a raw value type.
    private static Map<String, ? extends Result<?>> secondary(RunResult result) {
        return (Map) result.getSecondaryResults();
    }
}
