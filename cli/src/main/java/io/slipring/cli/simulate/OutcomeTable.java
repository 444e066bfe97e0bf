/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Outcomes as a table of text. */
final class OutcomeTable {

    private static final String ROW = "%-12s %-14s %9s %9s %9s %9s %9s %9s %8s %7s";

    private OutcomeTable() {}

    static List<String> lines(KeyLoad load, List<Outcome> outcomes) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%d shards, %,.0f records; max and deviation are relative to what a shard is due",
                outcomes.get(0).before().shards().size(),
                load.records()));
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                ROW,
                "placement",
                "change",
                "arc max",
                "load max",
                "load dev",
                "moved",
                "mov.load",
                "ideal",
                "lookup",
                "table"));
        outcomes.forEach(outcome -> lines.add(line(outcome)));
        for (Outcome outcome : outcomes) {
            if (!outcome.refusal().isEmpty()) {
                lines.add("");
                lines.add(outcome.placement() + " refuses " + outcome.change() + ": " + outcome.refusal());
            }
        }
        return lines;
    }

    private static String line(Outcome outcome) {
        return String.format(
                Locale.ROOT,
                ROW,
                outcome.placement(),
                outcome.change(),
                String.format(Locale.ROOT, "%.4f", outcome.arcMaxOverMean()),
                String.format(Locale.ROOT, "%.4f", outcome.loadMaxOverMean()),
                String.format(Locale.ROOT, "%.4f", outcome.loadStddev()),
                percent(outcome.movedFraction()),
                percent(outcome.movedLoadFraction()),
                percent(outcome.idealFraction()),
                String.format(Locale.ROOT, "%.1f ns", outcome.lookupNanos()),
                outcome.tableBytes() / 1024 + "K");
    }

    private static String percent(double fraction) {
        return Double.isNaN(fraction) ? "refused" : String.format(Locale.ROOT, "%.3f%%", 100 * fraction);
    }
}
