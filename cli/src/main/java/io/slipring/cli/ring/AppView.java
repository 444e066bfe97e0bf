/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.TaskProgress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An application bound to a ring, and its tasks, as people and programs want to see them. */
record AppView(AppRegistration app, List<TaskProgress> tasks) {
    static List<AppView> of(ControlSnapshot snapshot, Ring ring) {
        return snapshot.apps(ring.name()).stream()
                .map(app -> new AppView(app, snapshot.tasks(ring.name(), app.getApplicationId())))
                .toList();
    }

    /** For people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("application " + app.getApplicationId() + "  reads " + String.join(", ", app.getSourceTopics())
                + "  transfers over " + app.getTransferTopic());
        lines.add("  partition  epoch  to ship  awaited  releasing      entries      records");
        for (TaskProgress task : tasks) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %9d  %5d  %7d  %7d  %9d  %,11d  %,11d",
                    task.getPartition(),
                    task.getEpoch(),
                    task.getVnodesToShip(),
                    task.getVnodesAwaited(),
                    task.getVnodesReleasing(),
                    task.getHomeEntries(),
                    task.getRecordsHome()));
        }
        return lines;
    }

    /** For programs. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("applicationId", app.getApplicationId());
        json.put("sourceTopics", app.getSourceTopics());
        json.put("transferTopic", app.getTransferTopic());
        json.put("changelogTopics", app.getChangelogTopics());
        json.put("tasks", tasks.stream().map(AppView::json).toList());
        return json;
    }

    private static Map<String, Object> json(TaskProgress task) {
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
