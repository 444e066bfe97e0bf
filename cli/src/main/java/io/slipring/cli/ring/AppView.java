/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.cli.progress.TaskJson;
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
        json.put("tasks", tasks.stream().map(TaskJson::of).toList());
        return json;
    }
}
