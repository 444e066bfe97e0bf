/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import io.slipring.cli.progress.HandoffProgress;
import io.slipring.cli.terminal.Glyphs;
import java.util.List;
import java.util.Locale;

/** The demo's line of a second: throughput, and a bar for each shard. */
final class LiveLine {
    private static final int BARS_WIDTH = 60;
    private static final int MIN_BAR = 2;
    private static final int MAX_BAR = 10;

    private final Glyphs glyphs;

    LiveLine(Glyphs glyphs) {
        this.glyphs = glyphs;
    }

    /**
     * Draws the line.
     *
     * @param second seconds since the production began
     * @param produced records produced in this second
     * @param processed records processed in this second, by partition; the bars are relative to the busiest
     * @param behind records acknowledged but not processed
     */
    String of(long second, long produced, List<Long> processed, long behind) {
        long most =
                Math.max(1, processed.stream().mapToLong(Long::longValue).max().orElse(1));
        int width = Math.max(MIN_BAR, Math.min(MAX_BAR, BARS_WIDTH / Math.max(1, processed.size()) - 5));
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%3ds  in %,7d/s  out %,7d/s  behind %,7d ",
                second,
                produced,
                processed.stream().mapToLong(Long::longValue).sum(),
                behind));
        for (int partition = 0; partition < processed.size(); partition++) {
            line.append("  ")
                    .append(partition)
                    .append(' ')
                    .append(glyphs.bar((double) processed.get(partition) / most, width));
        }
        return line.toString();
    }

    /** Draws the progress of the handoff. */
    String handoff(HandoffProgress progress, long millis) {
        return String.format(
                Locale.ROOT,
                "      handoff %s %3.0f%%  %,d ms",
                glyphs.bar(progress.share(), 30),
                100 * progress.share(),
                millis);
    }
}
