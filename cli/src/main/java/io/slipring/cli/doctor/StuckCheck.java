/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.cli.progress.Amounts;
import io.slipring.cli.progress.AppStatus;
import io.slipring.cli.progress.ClusterStatus;
import io.slipring.cli.progress.GroupFacts;
import io.slipring.cli.progress.RingStatus;
import io.slipring.cli.progress.Selection;
import io.slipring.cli.progress.StatusFacts;
import io.slipring.cli.progress.TaskStatus;
import io.slipring.ring.Ring;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tasks should adopt an epoch within moments, and report now and then. */
final class StuckCheck implements Check {
    /** Topics grow, groups rebalance and state is restored before an epoch is adopted. */
    private static final long GRACE_MS = 60_000;

    @Override
    public List<Finding> of(Facts facts) {
        List<Finding> findings = new ArrayList<>();
        StatusFacts status = new StatusFacts(facts.control(), facts.paces(), facts.groups(), facts.nowMs());
        for (Ring ring : facts.newest()) {
            Selection selection = new Selection(Optional.of(ring.name()), Optional.empty());
            for (RingStatus one : ClusterStatus.of(status, selection).rings()) {
                one.apps().forEach(app -> of(facts, ring, app, findings));
            }
        }
        return findings;
    }

    private static void of(Facts facts, Ring ring, AppStatus app, List<Finding> findings) {
        String id = app.app().getApplicationId();
        boolean deserted = Optional.ofNullable(facts.groups().get(id))
                .map(GroupFacts::isDeserted)
                .orElse(false);
        long since = Math.max(ring.createdAtMs(), app.app().getRegisteredAtMs());
        boolean behind = !app.progress().settled() && facts.nowMs() - since > GRACE_MS;
        if (deserted && app.group().equals(GroupFacts.NONE)) {
            return; // a dead registration, and told as that
        }
        if (deserted) {
            findings.add(new Finding(
                    behind ? Severity.ERROR : Severity.WARNING,
                    "app-not-running",
                    "application " + id,
                    "has no running instance (its group is " + app.group() + ")"
                            + (behind ? ": " + String.join("; ", app.lacks()) : ""),
                    "start it, or, if it is no more: "
                            + facts.cluster()
                                    .slipring("ring forget-app --ring " + ring.name() + " --application-id " + id)));
            return;
        }
        List<TaskStatus> late = app.tasks().stream()
                .filter(task -> !task.backlog().adopted() && behind)
                .toList();
        if (!late.isEmpty()) {
            findings.add(new Finding(
                    Severity.ERROR,
                    "app-behind",
                    "application " + id,
                    "tasks have not adopted epoch " + ring.epoch().value() + " of ring " + ring.name() + " for "
                            + Amounts.duration(facts.nowMs() - since) + ": " + lacks(late),
                    "read the logs of their instances, and restart those that hang; "
                            + facts.cluster().slipring("status --watch --application-id " + id)));
        }
        List<TaskStatus> silent = app.tasks().stream()
                .filter(task -> task.isStale() && !late.contains(task))
                .toList();
        if (!silent.isEmpty()) {
            findings.add(new Finding(
                    Severity.WARNING,
                    "task-silent",
                    "application " + id,
                    "its group is " + app.group() + ", but tasks have not reported: " + lacks(silent),
                    "read the logs of their instances, and restart those that hang; upgrade those that are of a version"
                            + " which reports only when something changes"));
        }
    }

    private static String lacks(List<TaskStatus> tasks) {
        return tasks.stream().map(TaskStatus::lack).collect(Collectors.joining("; "));
    }
}
