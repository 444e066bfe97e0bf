/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import io.slipring.benchmarks.report.BarChart;
import io.slipring.benchmarks.report.GeneratedPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes results of {@link SteadyBench} into {@code benchmarks.md}, with the drawing {@code steady.svg}. */
public final class SteadyPage {
    private static final List<String> COLORS = List.of("#9aa0a6", "#2a7f62", "#c7b37f", "#d1495b");

    private SteadyPage() {}

    /**
     * Writes the generated part of {@code benchmarks.md}, and {@code steady.svg}.
     *
     * @param directory of both
     */
    public static void write(Path directory, List<SteadyResult> results) throws IOException {
        GeneratedPart.write(directory.resolve("benchmarks.md"), "slipring bench steady", tables(results));
        Files.writeString(directory.resolve("steady.svg"), drawing(results));
    }

    /** The result of what users would use instead, with the same workload. */
    public static Optional<SteadyResult> rival(SteadyResult ours, List<SteadyResult> results) {
        return Arrays.stream(Variant.values())
                .filter(variant -> variant.toString().equals(ours.variant()))
                .flatMap(variant -> variant.rival().stream())
                .flatMap(rival -> results.stream()
                        .filter(result -> result.variant().equals(rival.toString())
                                && result.workload().equals(ours.workload())
                                && result.keys() == ours.keys()))
                .findFirst();
    }

    private static String tables(List<SteadyResult> results) {
        StringBuilder text = new StringBuilder("\n| workload | keys | Slipring over | records/s | records per CPU s |"
                + " the same with the broker's | p99 | bytes between tasks | all bytes written |\n"
                + "|---|---:|---|---:|---:|---:|---:|---:|---:|\n");
        for (SteadyResult ours : results) {
            rival(ours, results)
                    .ifPresent(rival -> text.append(String.format(
                            Locale.ROOT,
                            "| %s | %,d | %s | %.2f | **%.2f** | %.2f | %.2f | %s | %.2f |%n",
                            ours.workload(),
                            ours.keys(),
                            rival.variant(),
                            ours.recordsPerSecond() / rival.recordsPerSecond(),
                            ours.recordsPerCpuSecond() / rival.recordsPerCpuSecond(),
                            ours.recordsPerCpuSecondWithBroker() / rival.recordsPerCpuSecondWithBroker(),
                            ours.p99Millis() / rival.p99Millis(),
                            rival.betweenBytes() == 0
                                    ? ""
                                    : String.format(
                                            Locale.ROOT, "%.1f %%", 100 * ours.betweenBytes() / rival.betweenBytes()),
                            written(ours) / written(rival))));
        }
        text.append("\n| workload | keys | variant | records/s | per CPU s | p50 ms | p99 ms | p99.9 ms | at rate |"
                + " between B | changelog B | output B | live heap MB | native MB | restart ms |\n"
                + "|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        for (SteadyResult r : results) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %,d | %s | %,.0f | %,.0f | %.0f | %.0f | %.0f | %,.0f | %.1f | %.1f | %.1f | %.0f | %.0f | %,d |%n",
                    r.workload(),
                    r.keys(),
                    r.variant(),
                    r.recordsPerSecond(),
                    r.recordsPerCpuSecond(),
                    r.p50Millis(),
                    r.p99Millis(),
                    r.p999Millis(),
                    r.rate(),
                    r.betweenBytes(),
                    r.changelogBytes(),
                    r.outputBytes(),
                    r.liveHeapBytes() / 1e6,
                    r.nativeBytes() / 1e6,
                    r.restartMillis()));
        }
        return text.append("\n![Records per processor second](steady.svg)\n\n").toString();
    }

    /** Bytes that the application wrote per record. */
    private static double written(SteadyResult result) {
        return result.betweenBytes() + result.changelogBytes() + result.outputBytes();
    }

    private static String drawing(List<SteadyResult> results) {
        List<BarChart.Series> series = BarChart.Series.of(
                Arrays.stream(Variant.values()).map(Variant::toString).toList(), COLORS);
        List<BarChart.Group> groups = results.stream()
                .collect(Collectors.groupingBy(
                        result -> List.of(result.workload(), String.format(Locale.ROOT, "%,d keys", result.keys())),
                        LinkedHashMap::new,
                        Collectors.toMap(SteadyResult::variant, SteadyResult::recordsPerCpuSecond)))
                .entrySet()
                .stream()
                .map(group -> new BarChart.Group(group.getKey(), group.getValue()))
                .toList();
        return new BarChart(
                        series,
                        10_000,
                        List.of(10_000.0, 30_000.0, 100_000.0, 300_000.0, 1_000_000.0),
                        line -> String.format(Locale.ROOT, "%,.0fk", line / 1_000))
                .draw(groups);
    }
}
