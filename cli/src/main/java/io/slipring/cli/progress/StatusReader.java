/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.ring.source.ControlFollower;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/** Finds out where rings and applications stand, as often as asked, reading of the control topic only what is new. */
public final class StatusReader implements AutoCloseable {
    /** What paces are measured over. */
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private final ProgressWindow window = new ProgressWindow(WINDOW);
    private final ControlFollower control;
    private final GroupReader groups;

    private StatusReader(Admin admin, ControlTopicConfig config) {
        this.control = ControlFollower.open(config, window::add);
        this.groups = new GroupReader(admin, config.timeout());
    }

    /**
     * Opens a reader.
     *
     * @param admin stays the caller's
     * @param config where the rings are; its timeout bounds each answer of the cluster
     * @throws io.slipring.errors.ControlTopicException if the topic is missing, unusable or closed to us
     */
    public static StatusReader open(Admin admin, ControlTopicConfig config) {
        return new StatusReader(admin, config);
    }

    /** Reads the control topic to its present end, and asks for nothing else. */
    public StatusFacts progress() {
        return new StatusFacts(control.read(), window.paces(), Map.of(), System.currentTimeMillis());
    }

    /**
     * Reads the control topic to its present end, and asks for groups and offsets; what is refused of those is told in the
     * answer.
     *
     * @throws io.slipring.cli.command.CommandFailure if the cluster does not answer in time
     */
    public StatusFacts read(Selection selection) {
        ControlSnapshot snapshot = control.read();
        var apps = selection.rings(snapshot).stream()
                .flatMap(ring -> selection.apps(snapshot, ring).stream())
                .toList();
        Map<String, GroupFacts> found = groups.read(apps);
        return new StatusFacts(snapshot, window.paces(), found, System.currentTimeMillis());
    }

    @Override
    public void close() {
        control.close();
    }
}
