/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.status;

import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.cli.command.WatchOptions;
import io.slipring.cli.progress.ClusterStatus;
import io.slipring.cli.progress.Selection;
import io.slipring.cli.progress.Settling;
import io.slipring.cli.progress.StatusReader;
import io.slipring.cli.ring.RingOptions;
import io.slipring.cli.terminal.Terminal;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.Deadline;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows how far the applications of a ring are, once or again and again, or waits until they are done. */
@Command(
        name = "status",
        description = {
            "Show how far applications are with the newest epoch of their ring, and how far behind their input.",
            "Without --ring and --application-id: all of them."
        })
public final class StatusCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final RingOptions ring = new RingOptions();

    @Option(names = "--application-id", paramLabel = "ID", description = "This application only.")
    private @Nullable String applicationId;

    @ArgGroup
    private @Nullable Mode mode;

    @Mixin
    private final WatchOptions watching = new WatchOptions();

    private static final class Mode {
        @Option(names = "--watch", description = "Look again and again, until interrupted.")
        private boolean watch;

        @Option(
                names = "--wait",
                description = "Wait until every task has reached the newest epoch with nothing under way;"
                        + " exit 1 if --timeout-ms pass before.")
        private boolean await;
    }

    @Override
    public Integer call() throws InterruptedException {
        Duration interval = watching.interval();
        Map<String, Object> client = connection.clientConfig();
        ControlTopicConfig control = ring.control(client, connection.timeout());
        Selection selection = new Selection(Optional.ofNullable(ring.given()), Optional.ofNullable(applicationId));
        try (Admin admin = Admin.create(connection.adminConfig());
                StatusReader reader = StatusReader.open(admin, control)) {
            if (mode != null && mode.await) {
                await(reader, selection, interval);
            } else if (mode != null && mode.watch) {
                watch(reader, selection);
            } else {
                print(ClusterStatus.of(reader.read(selection), selection));
            }
        }
        return 0;
    }

    private void await(StatusReader reader, Selection selection, Duration interval) {
        Terminal progress = Terminal.of(spec.commandLine().getErr());
        StatusLines lines = new StatusLines(progress.glyphs());
        Deadline deadline = Deadline.in(connection.timeout());
        ClusterStatus end =
                Settling.await(reader, selection, deadline, interval, status -> progress.draw(lines.bar(status)));
        progress.clear();
        if (!end.progress().settled()) {
            throw new CommandFailure(
                    "waited " + connection.timeout().toMillis() + " ms; " + String.join("; ", end.lacks()));
        }
        print(ClusterStatus.of(reader.read(selection), selection));
    }

    private void print(ClusterStatus status) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(Json.text(StatusJson.of(status)));
        } else {
            new StatusLines(Terminal.of(out).glyphs()).all(status).forEach(out::println);
        }
        out.flush();
    }

    private void watch(StatusReader reader, Selection selection) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Watch watch = new Watch(Terminal.of(out), output.json());
        watching.repeat(out, () -> watch.show(ClusterStatus.of(reader.read(selection), selection)), watch::failed);
    }
}
