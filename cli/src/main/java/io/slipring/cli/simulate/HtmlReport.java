/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import io.slipring.ring.Ring;
import io.slipring.ring.Tokens;
import java.util.List;
import java.util.Locale;

/** Outcomes as one page of HTML that needs nothing else: rings as circles, load as bars, what moves in red. */
final class HtmlReport {

    private static final int SEGMENTS = 256;
    private static final int OUTER = 90;
    private static final int INNER = 60;

    private HtmlReport() {}

    static String page(KeyLoad load, List<Outcome> outcomes) {
        StringBuilder page = new StringBuilder("""
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>Slipring: placements compared</title>
                <style>
                body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #fff }
                table { border-collapse: collapse } td, th { padding: .2em .8em; text-align: right; border-bottom: 1px solid #ddd }
                td:first-child, th:first-child, td:nth-child(2), th:nth-child(2) { text-align: left }
                section { margin-top: 2em } figure { display: inline-block; margin: 0 1em 0 0; text-align: center; vertical-align: top }
                figcaption { color: #666 }
                </style></head><body>
                <h1>Placements compared</h1>
                """);
        page.append(String.format(
                Locale.ROOT,
                "<p>%d shards, %,.0f records. Maxima and deviations are relative to what a shard is due by its weight.</p>%n",
                outcomes.get(0).before().shards().size(),
                load.records()));
        table(page, outcomes);
        for (Outcome outcome : outcomes) {
            section(page, load, outcome);
        }
        return page.append("</body></html>\n").toString();
    }

    private static void table(StringBuilder page, List<Outcome> outcomes) {
        page.append(
                "<table><tr><th>placement<th>change<th>arc max<th>load max<th>load deviation<th>moved<th>load moved<th>ideal"
                        + "<th>lookup<th>table</tr>\n");
        for (Outcome outcome : outcomes) {
            page.append(String.format(
                    Locale.ROOT,
                    "<tr><td>%s<td>%s<td>%.4f<td>%.4f<td>%.4f<td>%s<td>%s<td>%s<td>%.1f ns<td>%d KiB</tr>%n",
                    escape(outcome.placement()),
                    escape(outcome.change()),
                    outcome.arcMaxOverMean(),
                    outcome.loadMaxOverMean(),
                    outcome.loadStddev(),
                    percent(outcome.movedFraction()),
                    percent(outcome.movedLoadFraction()),
                    percent(outcome.idealFraction()),
                    outcome.lookupNanos(),
                    outcome.tableBytes() / 1024));
        }
        page.append("</table>\n");
    }

    private static void section(StringBuilder page, KeyLoad load, Outcome outcome) {
        page.append("<section><h2>")
                .append(escape(outcome.placement()))
                .append(", ")
                .append(escape(outcome.change()));
        page.append("</h2>\n");
        Ring after = outcome.after();
        circle(page, outcome.before(), outcome.before(), "before");
        if (after == null) {
            page.append("<p>Refused: ").append(escape(outcome.refusal())).append("</p>\n");
        } else {
            circle(page, after, after, "after");
            circle(page, outcome.before(), after, "moved: " + percent(outcome.movedFraction()));
        }
        bars(page, load, outcome.before(), "load before");
        if (after != null) {
            bars(page, load, after, "load after");
        }
        page.append("</section>\n");
    }

    /** Draws a ring; two different ones are drawn as what moves from the one to the other. */
    private static void circle(StringBuilder page, Ring before, Ring after, String caption) {
        boolean one = before.equals(after);
        page.append("<figure><svg width=\"200\" height=\"200\" viewBox=\"-100 -100 200 200\">");
        for (int segment = 0; segment < SEGMENTS; segment++) {
            int vnode = segment * (Tokens.VNODES / SEGMENTS);
            String colour = one
                    ? colour(after.partitionOfVnode(vnode))
                    : before.partitionOfVnode(vnode) == after.partitionOfVnode(vnode) ? "#ddd" : "#d22";
            double from = 2 * Math.PI * segment / SEGMENTS;
            double to = 2 * Math.PI * (segment + 1) / SEGMENTS;
            page.append(String.format(
                    Locale.ROOT,
                    "<path fill=\"%s\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fZ\"/>",
                    colour,
                    OUTER * Math.sin(from),
                    -OUTER * Math.cos(from),
                    OUTER * Math.sin(to),
                    -OUTER * Math.cos(to),
                    INNER * Math.sin(to),
                    -INNER * Math.cos(to),
                    INNER * Math.sin(from),
                    -INNER * Math.cos(from)));
        }
        page.append("</svg><figcaption>").append(escape(caption)).append("</figcaption></figure>\n");
    }

    private static void bars(StringBuilder page, KeyLoad load, Ring ring, String caption) {
        double[] perShard = load.perShard(ring);
        double most = 0;
        for (double value : perShard) {
            most = Math.max(most, value);
        }
        double width = Math.min(24, 400.0 / perShard.length);
        page.append(String.format(
                Locale.ROOT, "<figure><svg width=\"%.0f\" height=\"200\">", Math.ceil(width * perShard.length)));
        for (int i = 0; i < perShard.length; i++) {
            double height = most == 0 ? 0 : 180 * perShard[i] / most;
            page.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>shard %s: %.3f%%</title></rect>",
                    i * width,
                    190 - height,
                    width * 0.85,
                    height,
                    colour(ring.shards().get(i).partition()),
                    ring.shards().get(i).id(),
                    100 * perShard[i] / load.records()));
        }
        page.append("</svg><figcaption>").append(escape(caption)).append("</figcaption></figure>\n");
    }

    /** Colours of neighbouring partitions are a golden angle apart. */
    private static String colour(int partition) {
        return String.format(Locale.ROOT, "hsl(%.0f,65%%,%d%%)", partition * 137.508 % 360, 45 + partition % 3 * 8);
    }

    private static String percent(double fraction) {
        return Double.isNaN(fraction) ? "refused" : String.format(Locale.ROOT, "%.3f %%", 100 * fraction);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
