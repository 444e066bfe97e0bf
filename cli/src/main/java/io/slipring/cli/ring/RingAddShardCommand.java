/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.admin.GrowthResult;
import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Adds shards to a ring, and partitions to everything that grows with it. */
@Command(
        name = "add-shard",
        description = {
            "Add shards to a ring while its applications run.",
            "Without --execute it only shows the plan: the topics that grow, in one step, and the vnodes that move."
        })
final class RingAddShardCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final RingOptions ring = new RingOptions();

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "1",
            description = "Shards to add (default ${DEFAULT-VALUE}).")
    private int count = 1;

    @Option(names = "--comment", paramLabel = "TEXT", description = "Why; kept with the ring.")
    private String comment = "";

    @ArgGroup
    private Mode mode = new Mode();

    /** Whether to act. */
    static final class Mode {
        @Option(names = "--execute", description = "Do it.")
        private boolean execute;

        @Option(names = "--dry-run", description = "Show the plan only; the default.")
        private boolean dryRun;
    }

    @Override
    public Integer call() {
        ControlTopicConfig control = ring.control(connection.clientConfig(), connection.timeout());
        ControlSnapshot snapshot;
        try (ControlPlane plane = ControlPlane.of(control)) {
            snapshot = plane.read();
        }
        Ring before = ring.choose(snapshot);
        boolean execute = mode.execute && !mode.dryRun;
        try (Admin admin = Admin.create(connection.adminConfig())) {
            ShardAddition addition = plan(admin, control, snapshot, before);
            if (execute) {
                GrowthResult unused = addition.execute(admin, control);
            }
            print(addition, execute);
        }
        return 0;
    }

    private ShardAddition plan(Admin admin, ControlTopicConfig control, ControlSnapshot snapshot, Ring before) {
        try {
            return ShardAddition.plan(admin, control, snapshot, before, count, comment);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private void print(ShardAddition addition, boolean executed) {
        GrowthView view = new GrowthView(addition);
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            Map<String, Object> json = view.json();
            json.put("executed", executed);
            out.println(Json.text(json));
        } else {
            view.lines().forEach(out::println);
            out.println(executed ? "Done." : "Dry run: nothing was changed; repeat with --execute.");
        }
        out.flush();
    }
}
