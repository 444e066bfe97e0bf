/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * Draws groups of bars as SVG, a bar in each group for each series, on a logarithmic scale.
 *
 * @param series names, with their colours
 * @param least value at the bottom, above 0; what is below it has no height
 * @param lines values that get a line and a label, the last at the top
 * @param label of such a value
 */
public record BarChart(List<Series> series, double least, List<Double> lines, DoubleFunction<String> label) {
    private static final int BAR = 11;
    private static final int HEIGHT = 150;

    public BarChart {
        series = List.copyOf(series);
        lines = List.copyOf(lines);
    }

    /** Bars of one colour. */
    public record Series(String name, String color) {
        /** Pairs names with colours, in order. */
        public static List<Series> of(List<String> names, List<String> colors) {
            return IntStream.range(0, names.size())
                    .mapToObj(i -> new Series(names.get(i), colors.get(i)))
                    .toList();
        }
    }

    /**
     * Bars that stand together.
     *
     * @param captions one or two lines below
     * @param values by the names of the series
     */
    public record Group(List<String> captions, Map<String, Double> values) {
        public Group {
            captions = List.copyOf(captions);
            values = Map.copyOf(values);
        }
    }

    /** Draws them. */
    public String draw(List<Group> groups) {
        int groupWidth = Math.max(BAR * series.size(), 58) + 14;
        int width = Math.max(60 + groupWidth * groups.size(), 60 + 110 * series.size());
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"10\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                width,
                HEIGHT + 80));
        for (double line : lines) {
            double y = 30 + HEIGHT - height(line);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"40\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"36\" y=\"%.1f\""
                            + " text-anchor=\"end\">%s</text>%n",
                    width - 10,
                    y,
                    y,
                    y + 3,
                    label.apply(line)));
        }
        for (int i = 0; i < series.size(); i++) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"8\" width=\"9\" height=\"9\" fill=\"%s\"/><text x=\"%d\" y=\"16\">%s</text>%n",
                    44 + i * 100,
                    series.get(i).color(),
                    56 + i * 100,
                    series.get(i).name()));
        }
        for (int g = 0; g < groups.size(); g++) {
            group(svg, groups.get(g), 48 + g * groupWidth);
        }
        return svg.append("</svg>\n").toString();
    }

    private void group(StringBuilder svg, Group group, int left) {
        for (int i = 0; i < series.size(); i++) {
            Double value = group.values().get(series.get(i).name());
            double height = value == null ? 0 : height(value);
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"/>%n",
                    left + i * BAR,
                    30 + HEIGHT - height,
                    BAR - 1,
                    Math.max(0.5, height),
                    series.get(i).color()));
        }
        for (int line = 0; line < group.captions().size(); line++) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%d\">%s</text>%n",
                    left,
                    HEIGHT + 46 + 14 * line,
                    group.captions().get(line)));
        }
    }

    private double height(double value) {
        double top = lines.get(lines.size() - 1);
        return HEIGHT * Math.log(Math.max(1, value / least)) / Math.log(top / least);
    }
}
