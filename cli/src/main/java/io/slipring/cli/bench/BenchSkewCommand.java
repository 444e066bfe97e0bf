/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.bench;

import io.slipring.benchmarks.skew.BrokerBench;
import io.slipring.benchmarks.skew.BrokerResult;
import io.slipring.benchmarks.skew.SkewBench;
import io.slipring.benchmarks.skew.SkewPage;
import io.slipring.benchmarks.skew.SkewResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares how evenly schemes load partitions. */
@Command(
        name = "skew",
        description = {
            "Place the same skewed streams by murmur2 and modulo, the plain ring, two choices (PKG), and with hot keys split"
                    + " adaptively or by a plan.",
            "The result is how many times the mean the most loaded partition has."
        })
final class BenchSkewCommand extends BenchRun {
    @Option(
            names = "--partitions",
            paramLabel = "N",
            split = ",",
            defaultValue = "16,64",
            description = "Numbers of partitions (default ${DEFAULT-VALUE}).")
    private List<Integer> partitions = new ArrayList<>();

    @Option(
            names = "--broker",
            description = "Produce to and consume from a broker of its own instead: throughput, and lag by partition.")
    private boolean broker;

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (int count : partitions) {
            require(count >= 2 && count <= 1_024, "--partitions must be 2..1024, was " + count);
        }
        PrintWriter progress = progress();
        if (broker) {
            List<BrokerResult> results = onBroker(progress);
            return finish(results);
        }
        progress.println("scheme    stream     partitions  max/mean  bytes  worst window  partials/record");
        List<SkewResult> results = SkewBench.run(partitions, result -> {
            progress.println(line(result));
            progress.flush();
        });
        return finish(results, SkewPage::write);
    }

    private List<BrokerResult> onBroker(PrintWriter progress) throws InterruptedException {
        progress.println("scheme    partitions  records/s  largest lag  lag by partition");
        List<BrokerResult> results = new ArrayList<>();
        for (int count : partitions) {
            results.addAll(BrokerBench.run(count, result -> {
                progress.printf(
                        Locale.ROOT,
                        "%-9s %10d  %9.0f  %11d  %s%n",
                        result.scheme(),
                        result.partitions(),
                        result.recordsPerSecond(),
                        result.maxLag(),
                        result.lags());
                progress.flush();
            }));
        }
        return results;
    }

    private static String line(SkewResult result) {
        return String.format(
                Locale.ROOT,
                "%-9s %-10s %10d  %8.3f  %5.2f  %12.3f  %15.4f",
                result.scheme(),
                result.stream(),
                result.partitions(),
                result.maxOverMean(),
                result.bytesMaxOverMean(),
                result.worstWindow(),
                result.partialsPerRecord());
    }
}
