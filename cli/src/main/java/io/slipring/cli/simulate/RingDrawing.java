/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import io.slipring.cli.terminal.Glyphs;
import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.Tokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Draws a ring for the terminal: the circle, with a letter per shard, and a bar per shard. */
public final class RingDrawing {

    private static final String LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final int RADIUS = 9;
    private static final int POINTS = 360;
    private static final int BAR = 30;

    private RingDrawing() {}

    /**
     * Returns the circle and the bars.
     *
     * @param load something to show per shard, by ascending id, such as records; no bars of load if it is empty
     */
    public static List<String> lines(Ring ring, List<Double> load, Glyphs glyphs) {
        List<String> lines = new ArrayList<>(circle(ring));
        lines.add("");
        lines.addAll(bars(ring, load, glyphs));
        return lines;
    }

    /** Samples the table at points of the circle, clockwise from the top. */
    private static List<String> circle(Ring ring) {
        char[][] canvas = new char[2 * RADIUS + 1][4 * RADIUS + 1];
        for (char[] row : canvas) {
            Arrays.fill(row, ' ');
        }
        for (int point = 0; point < POINTS; point++) {
            double angle = 2 * Math.PI * point / POINTS;
            int row = (int) Math.round(RADIUS - RADIUS * Math.cos(angle));
            int column = (int) Math.round(2 * RADIUS + 2 * RADIUS * Math.sin(angle));
            int index = ring.table().ownerIndex((int) ((long) Tokens.VNODES * point / POINTS));
            canvas[row][column] = letter(index);
        }
        return Arrays.stream(canvas).map(row -> new String(row).stripTrailing()).toList();
    }

    private static char letter(int index) {
        return index < LETTERS.length() ? LETTERS.charAt(index) : '*';
    }

    private static List<String> bars(Ring ring, List<Double> load, Glyphs glyphs) {
        int[] counts = ring.table().counts(ring.shards().size());
        double mostVnodes = Arrays.stream(counts).max().orElse(1);
        double mostLoad = load.stream().mapToDouble(value -> value).max().orElse(0);
        double totalLoad = load.stream().mapToDouble(value -> value).sum();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            Shard shard = ring.shards().get(i);
            StringBuilder line = new StringBuilder(String.format(
                    Locale.ROOT,
                    "%c shard %-5s weight %-5d %s %6.2f%%",
                    letter(i),
                    shard.id(),
                    shard.weight(),
                    glyphs.bar(counts[i] / mostVnodes, BAR),
                    100.0 * counts[i] / Tokens.VNODES));
            if (!load.isEmpty()) {
                line.append(String.format(
                        Locale.ROOT,
                        "  load %s %6.2f%%",
                        glyphs.bar(mostLoad == 0 ? 0 : load.get(i) / mostLoad, BAR / 2),
                        totalLoad == 0 ? 0 : 100 * load.get(i) / totalLoad));
            }
            lines.add(line.toString());
        }
        return lines;
    }
}
