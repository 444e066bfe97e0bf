/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.bench;

import io.slipring.benchmarks.lookup.LookupBench;
import io.slipring.benchmarks.lookup.LookupPage;
import io.slipring.benchmarks.lookup.LookupResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Times a lookup, from a key to its partition. */
@Command(
        name = "lookup",
        description = {
            "Time a lookup with JMH: the plain ring, with declared splits, and adaptive, beside Kafka's murmur2 and modulo, Guava's"
                    + " consistent hash, a sorted map with MD5 (ketama) and JumpBackHash.",
            "Each is measured in a JVM of its own, several times; ratios are to murmur2 in the same round."
        })
final class BenchLookupCommand extends BenchRun {
    @Option(
            names = "--shards",
            paramLabel = "N",
            split = ",",
            defaultValue = "16,256,1024",
            description = "Numbers of shards (default ${DEFAULT-VALUE}).")
    private List<Integer> shards = new ArrayList<>();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "How many times to measure each (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--iteration-ms",
            paramLabel = "MS",
            defaultValue = "50",
            description =
                    "Milliseconds of an iteration, of which there are thirty each time (default ${DEFAULT-VALUE}).")
    private int millis;

    @Override
    public Integer call() throws IOException {
        for (int count : shards) {
            require(count >= 1 && count <= 4_096, "--shards must be 1..4096, was " + count);
        }
        require(rounds >= 1, "--rounds must be >= 1, was " + rounds);
        require(millis >= 1, "--iteration-ms must be >= 1, was " + millis);
        PrintWriter progress = progress();
        progress.println("way        shards       ns  over murmur2  lowest-highest  bytes");
        progress.flush();
        List<LookupResult> results = LookupBench.run(shards, rounds, millis, result -> {
            progress.println(line(result));
            progress.flush();
        });
        return finish(results, LookupPage::write);
    }

    private static String line(LookupResult result) {
        return String.format(
                Locale.ROOT,
                "%-9s  %6d  %7.1f  %12.2f  %6.2f-%-7.2f  %5.1f",
                result.way(),
                result.shards(),
                result.nanos(),
                result.ratio(),
                result.lowestRatio(),
                result.highestRatio(),
                result.bytes());
    }
}
