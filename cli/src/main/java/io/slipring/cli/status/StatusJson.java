/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.status;

import io.slipring.cli.progress.AppStatus;
import io.slipring.cli.progress.ClusterStatus;
import io.slipring.cli.progress.RingStatus;
import io.slipring.cli.progress.TaskBacklog;
import io.slipring.cli.progress.TaskJson;
import io.slipring.cli.progress.TaskStatus;
import io.slipring.ring.Ring;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A status for programs. */
final class StatusJson {
    private StatusJson() {}

    static Map<String, Object> of(ClusterStatus status) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("settled", status.progress().settled());
        json.put("share", status.progress().share());
        json.put("etaMs", value(status.etaMs()));
        json.put("rings", status.rings().stream().map(StatusJson::ring).toList());
        json.put("notes", status.notes());
        return json;
    }

    private static Map<String, Object> ring(RingStatus status) {
        Ring ring = status.ring();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ring", ring.name());
        json.put("epoch", ring.epoch().value());
        json.put("fingerprint", ring.fingerprint().toString());
        json.put("applications", status.apps().stream().map(StatusJson::app).toList());
        return json;
    }

    private static Map<String, Object> app(AppStatus app) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("applicationId", app.app().getApplicationId());
        json.put("group", app.group());
        json.put("settled", app.progress().settled());
        json.put("share", app.progress().share());
        json.put("bytesToShip", app.bytesToShip());
        json.put("shippedBytesPerSecond", app.shippedBytesPerSecond());
        json.put("recordsPerSecond", app.recordsPerSecond());
        json.put("etaMs", value(app.etaMs()));
        json.put("sourceLag", value(app.sourceLag()));
        json.put("transferLag", value(app.transferLag()));
        json.put("tasks", app.tasks().stream().map(StatusJson::task).toList());
        return json;
    }

    private static Map<String, Object> task(TaskStatus task) {
        TaskBacklog backlog = task.backlog();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("partition", backlog.partition());
        json.put("epoch", backlog.report().map(report -> report.getEpoch()).orElse(null));
        json.put("settled", backlog.settled());
        json.put("vnodesToShip", backlog.toShip());
        json.put("vnodesAwaited", backlog.awaited());
        json.put("vnodesReleasing", backlog.releasing());
        json.put("bytesToShip", backlog.bytesToShip());
        json.put("shippedBytesPerSecond", value(task.shippedBytesPerSecond()));
        json.put("recordsPerSecond", value(task.recordsPerSecond()));
        json.put("sourceLag", value(task.sourceLag()));
        json.put("transferLag", value(task.transferLag()));
        json.put("reportAgeMs", value(task.ageMs()));
        json.put("stale", task.isStale());
        json.put("report", backlog.report().map(TaskJson::of).orElse(null));
        return json;
    }

    private static @Nullable Object value(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }

    private static @Nullable Object value(OptionalDouble number) {
        return number.isPresent() ? number.getAsDouble() : null;
    }
}
