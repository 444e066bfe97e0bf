/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Remembers the latest reports of each task, to tell how fast it goes. Not thread-safe. */
public final class ProgressWindow {
    private final long lengthMs;
    private final Map<TaskId, Deque<TaskProgress>> reports = new HashMap<>();

    /**
     * An empty one.
     *
     * @param length how far back paces look; further if there are only two reports
     */
    public ProgressWindow(Duration length) {
        this.lengthMs = length.toMillis();
    }

    /** Takes note of a report; those of a task come in order. */
    public void add(TaskProgress report) {
        Deque<TaskProgress> kept = reports.computeIfAbsent(TaskId.of(report), task -> new ArrayDeque<>());
        if (!kept.isEmpty() && !follows(report, kept.getLast())) {
            kept.clear();
        }
        kept.addLast(report);
        while (kept.size() > 2 && kept.getFirst().getUpdatedAtMs() < report.getUpdatedAtMs() - lengthMs) {
            kept.removeFirst();
        }
    }

    /** Counters that have become smaller are those of a task whose state was made anew. */
    private static boolean follows(TaskProgress report, TaskProgress before) {
        return report.getUpdatedAtMs() >= before.getUpdatedAtMs()
                && report.getShippedBytes() >= before.getShippedBytes()
                && report.getRecordsConsumed() >= before.getRecordsConsumed();
    }

    /** The pace of each task that has reported twice; the caller's own. */
    public Map<TaskId, Pace> paces() {
        Map<TaskId, Pace> paces = new HashMap<>();
        reports.forEach((task, kept) -> {
            TaskProgress first = kept.getFirst();
            TaskProgress last = kept.getLast();
            long millis = last.getUpdatedAtMs() - first.getUpdatedAtMs();
            if (millis > 0) {
                paces.put(
                        task,
                        new Pace(
                                Duration.ofMillis(millis),
                                last.getShippedBytes() - first.getShippedBytes(),
                                last.getRecordsConsumed() - first.getRecordsConsumed(),
                                last.getRecordsForeign() - first.getRecordsForeign()));
            }
        });
        return paces;
    }
}
