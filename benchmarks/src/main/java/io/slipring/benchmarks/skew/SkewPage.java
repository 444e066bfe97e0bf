/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.skew;

import io.slipring.benchmarks.report.BarChart;
import io.slipring.benchmarks.report.GeneratedPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes results as a page with tables, {@code skew.md}, and its drawing, {@code skew.svg}. */
public final class SkewPage {
    private static final List<String> SCHEMES = List.of("murmur2", "ring", "pkg", "adaptive", "planned");
    private static final List<String> COLORS = List.of("#9aa0a6", "#c7b37f", "#7f9fc7", "#2a7f62", "#d1495b");

    private SkewPage() {}

    /**
     * Writes the generated part of {@code skew.md}, whose text around it stays, and {@code skew.svg}.
     *
     * @param directory of both
     */
    public static void write(Path directory, List<SkewResult> results) throws IOException {
        GeneratedPart.write(directory.resolve("skew.md"), "slipring bench skew", tables(results));
        Files.writeString(directory.resolve("skew.svg"), drawing(results));
    }

    private static String tables(List<SkewResult> results) {
        StringBuilder text = new StringBuilder();
        table(
                text,
                "Most loaded partition over the mean, records (bytes in brackets)",
                results,
                r -> number(r.maxOverMean(), 2) + " (" + number(r.bytesMaxOverMean(), 2) + ")");
        table(text, "The same, worst single detection window, records", results, r -> number(r.worstWindow(), 2));
        table(text, "Partials sent on by tasks, per record", results, r -> number(r.partialsPerRecord(), 4));
        return text.append("\n![Most loaded partition over the mean](skew.svg)\n\n")
                .toString();
    }

    private interface Cell {
        String of(SkewResult result);
    }

    private static void table(StringBuilder text, String title, List<SkewResult> results, Cell cell) {
        text.append("\n**").append(title).append("**\n\n| stream | partitions |");
        SCHEMES.forEach(scheme -> text.append(' ').append(scheme).append(" |"));
        text.append("\n|---|---:|").append("---:|".repeat(SCHEMES.size())).append('\n');
        rows(results).forEach(row -> {
            text.append("| ")
                    .append(row.get(0).stream())
                    .append(" | ")
                    .append(row.get(0).partitions())
                    .append(" |");
            for (String scheme : SCHEMES) {
                SkewResult result = find(row, scheme);
                text.append(' ').append(result == null ? "" : cell.of(result)).append(" |");
            }
            text.append('\n');
        });
    }

    private static List<List<SkewResult>> rows(List<SkewResult> results) {
        Map<String, List<SkewResult>> rows = new LinkedHashMap<>();
        for (SkewResult result : results) {
            rows.computeIfAbsent(result.stream() + "/" + result.partitions(), row -> new ArrayList<>())
                    .add(result);
        }
        return List.copyOf(rows.values());
    }

    private static @Nullable SkewResult find(List<SkewResult> row, String scheme) {
        return row.stream().filter(r -> r.scheme().equals(scheme)).findFirst().orElse(null);
    }

    /** Bars on a logarithmic scale from 1 to 64, a group per stream. */
    private static String drawing(List<SkewResult> results) {
        List<BarChart.Series> series = BarChart.Series.of(SCHEMES, COLORS);
        List<BarChart.Group> groups = rows(results).stream()
                .map(row -> new BarChart.Group(
                        List.of(row.get(0).stream(), "over " + row.get(0).partitions()),
                        row.stream().collect(Collectors.toMap(SkewResult::scheme, SkewResult::maxOverMean))))
                .toList();
        return new BarChart(series, 1, List.of(1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0), line -> number(line, 0))
                .draw(groups);
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
