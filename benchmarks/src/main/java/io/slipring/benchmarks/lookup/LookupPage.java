/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.lookup;

import io.slipring.benchmarks.report.BarChart;
import io.slipring.benchmarks.report.GeneratedPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes results of {@link LookupBench} into {@code benchmarks.md}, with the drawing {@code lookup.svg}. */
public final class LookupPage {
    private static final List<String> WAYS =
            List.of("murmur2", "ring", "declared", "adaptive", "guava", "jumpBack", "ketama");
    private static final List<String> COLORS =
            List.of("#9aa0a6", "#2a7f62", "#6fb39b", "#d1495b", "#c7b37f", "#7f9fc7", "#8d6fb3");

    private LookupPage() {}

    /**
     * Writes the generated part of {@code benchmarks.md}, and {@code lookup.svg}.
     *
     * @param directory of both
     */
    public static void write(Path directory, List<LookupResult> results) throws IOException {
        StringBuilder text = new StringBuilder("""

                | way | shards | ns | over murmur2+mod | lowest and highest | bytes |
                |---|---:|---:|---:|---:|---:|
                """);
        for (LookupResult r : results) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %,d | %.1f | **%.2f** | %.2f-%.2f | %.1f |%n",
                    r.way(),
                    r.shards(),
                    r.nanos(),
                    r.ratio(),
                    r.lowestRatio(),
                    r.highestRatio(),
                    r.bytes()));
        }
        text.append("\n![Nanoseconds of a lookup](lookup.svg)\n\n");
        GeneratedPart.write(directory.resolve("benchmarks.md"), "slipring bench lookup", text.toString());
        Files.writeString(directory.resolve("lookup.svg"), drawing(results));
    }

    private static String drawing(List<LookupResult> results) {
        List<BarChart.Group> groups = results.stream()
                .collect(Collectors.groupingBy(
                        LookupResult::shards,
                        LinkedHashMap::new,
                        Collectors.toMap(LookupResult::way, LookupResult::nanos)))
                .entrySet()
                .stream()
                .map(group -> new BarChart.Group(List.of(group.getKey() + " shards"), group.getValue()))
                .toList();
        return new BarChart(
                        BarChart.Series.of(WAYS, COLORS),
                        1,
                        List.of(1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1_000.0),
                        line -> String.format(Locale.ROOT, "%.0f ns", line))
                .draw(groups);
    }
}
