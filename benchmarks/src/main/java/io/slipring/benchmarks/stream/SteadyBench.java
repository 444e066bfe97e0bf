/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * Compares this library with what users would write in the DSL, on one broker with the same records: how much a variant can
 * take while there is a backlog, and how late totals are at half of that.
 */
public final class SteadyBench {
    private SteadyBench() {}

    /**
     * Runs everything.
     *
     * @param done called with each result as it is known
     */
    public static List<SteadyResult> run(SteadySettings settings, Consumer<SteadyResult> done) throws IOException {
        List<SteadyResult> results = new ArrayList<>();
        try (BenchCluster cluster = BenchCluster.start()) {
            for (int keys : settings.keys()) {
                for (Workload workload : settings.workloads()) {
                    results.addAll(compare(cluster, settings, workload, keys, done));
                }
            }
        }
        return results;
    }

    private static List<SteadyResult> compare(
            BenchCluster cluster, SteadySettings settings, Workload workload, int keys, Consumer<SteadyResult> done) {
        List<SteadyResult> results = new ArrayList<>();
        for (Variant variant : settings.variants()) {
            try (SteadyTrial trial = new SteadyTrial(cluster, settings, workload, keys, variant)) {
                SteadyTrial.Throughput throughput = trial.throughput();
                double rate = settings.rate().orElse(throughput.perSecond() / 2);
                SteadyTrial.Latency latency = trial.latency(rate);
                SteadyResult result = result(workload, keys, variant, throughput, rate, latency);
                done.accept(result);
                results.add(result);
            }
        }
        return results;
    }

    private static SteadyResult result(
            Workload workload,
            int keys,
            Variant variant,
            SteadyTrial.Throughput throughput,
            double rate,
            SteadyTrial.Latency latency) {
        TopicBytes bytes = throughput.bytes();
        double records = throughput.records();
        return new SteadyResult(
                workload.toString(),
                keys,
                variant.toString(),
                throughput.records(),
                throughput.perSecond(),
                throughput.perCpuSecond(),
                throughput.perCpuSecondWithBroker(),
                rate,
                millis(latency.nanos(), 50),
                millis(latency.nanos(), 99),
                millis(latency.nanos(), 99.9),
                bytes.input() / records,
                bytes.between() / records,
                bytes.changelog() / records,
                bytes.output() / records,
                latency.memory().liveHeapBytes(),
                latency.memory().nativeBytes(),
                latency.restartMillis());
    }

    static double millis(Histogram nanos, double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e6;
    }
}
