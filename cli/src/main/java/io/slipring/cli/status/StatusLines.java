/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.status;

import io.slipring.cli.progress.Amounts;
import io.slipring.cli.progress.AppStatus;
import io.slipring.cli.progress.ClusterStatus;
import io.slipring.cli.progress.HandoffProgress;
import io.slipring.cli.progress.RingStatus;
import io.slipring.cli.progress.TaskBacklog;
import io.slipring.cli.progress.TaskStatus;
import io.slipring.cli.terminal.Glyphs;
import io.slipring.ring.Ring;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A status for people. */
final class StatusLines {
    private static final int BAR = 40;

    private final Glyphs glyphs;

    StatusLines(Glyphs glyphs) {
        this.glyphs = glyphs;
    }

    /** Everything. */
    List<String> all(ClusterStatus status) {
        List<String> lines = new ArrayList<>();
        for (RingStatus ring : status.rings()) {
            lines.add(title(ring.ring()));
            if (ring.apps().isEmpty()) {
                lines.add("  no application is bound to it");
            }
            ring.apps().forEach(app -> {
                lines.add(summary(app));
                lines.add("  partition  epoch  to ship  awaited  releasing     to go     per s   records/s"
                        + "        lag   transfer  report");
                app.tasks().forEach(task -> lines.add(task(task)));
            });
        }
        status.notes().forEach(note -> lines.add("note: " + note));
        lines.add(bar(status));
        return lines;
    }

    /** One line for each application: what a change of it is noticed by where nothing can be drawn over. */
    List<String> brief(ClusterStatus status) {
        return status.rings().stream()
                .flatMap(ring -> ring.apps().stream()
                        .map(app -> "ring " + ring.ring().name() + " epoch "
                                + ring.ring().epoch().value() + "  " + summary(app)))
                .toList();
    }

    /** The bar of everything together. */
    String bar(ClusterStatus status) {
        HandoffProgress progress = status.progress();
        String end = progress.settled() ? "settled" : "eta " + duration(status.etaMs());
        return String.format(
                Locale.ROOT,
                "%s %3.0f%%  %s",
                glyphs.bar(progress.share(), BAR),
                Math.floor(100 * progress.share()),
                end);
    }

    private static String title(Ring ring) {
        return "ring " + ring.name() + "  epoch " + ring.epoch().value() + "  fingerprint "
                + ring.fingerprint().shortForm() + "  shards " + ring.shards().size();
    }

    private static String summary(AppStatus app) {
        String state = app.progress().settled()
                ? "settled"
                : String.format(
                        Locale.ROOT,
                        "%.0f%%  to go %s at %s/s  eta %s",
                        Math.floor(100 * app.progress().share()),
                        Amounts.bytes((double) app.bytesToShip()),
                        Amounts.bytes(app.shippedBytesPerSecond()),
                        duration(app.etaMs()));
        long done =
                app.tasks().stream().filter(task -> task.backlog().settled()).count();
        return "application " + app.app().getApplicationId() + "  group " + app.group() + "  " + state + "  tasks "
                + done + " of " + app.tasks().size() + "  lag " + number(app.sourceLag()) + "  transfer lag "
                + number(app.transferLag());
    }

    private static String task(TaskStatus task) {
        TaskBacklog backlog = task.backlog();
        return String.format(
                Locale.ROOT,
                "  %9d  %5s  %7d  %7d  %9d  %8s  %8s  %10s  %9s  %9s  %s",
                backlog.partition(),
                backlog.report()
                        .map(report -> Integer.toString(report.getEpoch()))
                        .orElse("-"),
                backlog.toShip(),
                backlog.awaited(),
                backlog.releasing(),
                Amounts.bytes((double) backlog.bytesToShip()),
                bytes(task.shippedBytesPerSecond()),
                number(task.recordsPerSecond()),
                number(task.sourceLag()),
                number(task.transferLag()),
                report(task));
    }

    private static String report(TaskStatus task) {
        if (task.ageMs().isEmpty()) {
            return "NEVER REPORTED";
        }
        String age = Amounts.duration(task.ageMs().getAsLong());
        return task.isStale() ? "NO REPORT FOR " + age : age + " ago";
    }

    private static String duration(OptionalLong millis) {
        return millis.isPresent() ? Amounts.duration(millis.getAsLong()) : "unknown";
    }

    private static String bytes(OptionalDouble amount) {
        return amount.isPresent() ? Amounts.bytes(amount.getAsDouble()) : "?";
    }

    private static String number(OptionalLong amount) {
        return amount.isPresent() ? String.format(Locale.ROOT, "%,d", amount.getAsLong()) : "?";
    }

    private static String number(OptionalDouble amount) {
        return amount.isPresent() ? String.format(Locale.ROOT, "%,.0f", amount.getAsDouble()) : "?";
    }
}
