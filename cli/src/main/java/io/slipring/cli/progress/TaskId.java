/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.schemas.TaskProgress;

/** Which task of which application of which ring. */
public record TaskId(String ring, String applicationId, int partition) {
    /** The task that a report is about. */
    public static TaskId of(TaskProgress report) {
        return new TaskId(report.getRing(), report.getApplicationId(), report.getPartition());
    }
}
