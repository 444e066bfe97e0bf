/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.TaskState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Decides when a task reports: what is new soon, and what is not now and then, as a sign of life. Not thread-safe. */
final class ReportSchedule {
    private final long intervalMs;
    private final long heartbeatMs;
    private long lookedAtMs;
    private long reportedAtMs;
    private @Nullable TaskState reported;

    /**
     * @param interval shortest time between two reports
     * @param heartbeat longest time between two reports, give or take the interval and how often it is asked
     */
    ReportSchedule(Duration interval, Duration heartbeat) {
        this.intervalMs = interval.toMillis();
        this.heartbeatMs = heartbeat.toMillis();
    }

    /** Whether it is worth while to take the task's state, which has a cost. */
    boolean mayBeDue(long now) {
        if (now - lookedAtMs < intervalMs) {
            return false;
        }
        lookedAtMs = now;
        return true;
    }

    /** Whether this state is to be reported; if so, the caller does. */
    boolean isDue(long now, TaskState state) {
        if (state.equals(reported) && now - reportedAtMs < heartbeatMs) {
            return false;
        }
        reported = state;
        reportedAtMs = now;
        return true;
    }
}
