/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.schemas.TaskProgress;
import java.util.LinkedHashMap;
import java.util.Map;

/** A task's report, for programs. */
public final class TaskJson {
    private TaskJson() {}

    /** What the report says; a map of the caller's own. */
    public static Map<String, Object> of(TaskProgress task) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("partition", task.getPartition());
        json.put("epoch", task.getEpoch());
        json.put("vnodesToShip", task.getVnodesToShip());
        json.put("vnodesAwaited", task.getVnodesAwaited());
        json.put("vnodesReleasing", task.getVnodesReleasing());
        json.put("shippedEntries", task.getShippedEntries());
        json.put("shippedBytes", task.getShippedBytes());
        json.put("homeEntries", task.getHomeEntries());
        json.put("homeBytes", task.getHomeBytes());
        json.put("recordsConsumed", task.getRecordsConsumed());
        json.put("recordsForeign", task.getRecordsForeign());
        json.put("recordsReceived", task.getRecordsReceived());
        json.put("recordsSent", task.getRecordsSent());
        json.put("recordsHome", task.getRecordsHome());
        json.put("recordsExpired", task.getRecordsExpired());
        json.put("updatedAtMs", task.getUpdatedAtMs());
        return json;
    }
}
