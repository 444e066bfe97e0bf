/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.admin.GrowthResult;
import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.command.CommandLines;
import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.errors.RingConflictException;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The frame of every command that changes a ring: looks, plans, shows, and acts only with {@code --execute}, and only on the
 * epoch that the plan was made for.
 */
abstract class RingChangeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final RingOptions ring = new RingOptions();

    @Mixin
    private final ExecuteOptions execution = new ExecuteOptions();

    @Option(names = "--comment", paramLabel = "TEXT", description = "Why; kept with the ring.")
    private String comment = "";

    @Option(
            names = "--force",
            description =
                    "Go on although applications are not registered, or can't be read, and may be stopped by the growth.")
    private boolean force;

    /**
     * Computes the ring as it is to be; its time and comment are set by the caller.
     *
     * @param before the newest epoch
     * @throws IllegalArgumentException if the ring can't be changed so; the message says why
     * @throws CommandFailure if something else is wrong
     */
    abstract Ring change(Ring before, ControlSnapshot snapshot);

    @Override
    public final Integer call() {
        ControlTopicConfig control = ring.control(connection.clientConfig(), connection.timeout());
        ControlSnapshot snapshot;
        try (ControlPlane plane = ControlPlane.of(control)) {
            snapshot = plane.read();
        }
        Ring before = ring.choose(snapshot);
        requireExpected(before);
        Ring after = next(before, snapshot);
        try (Admin admin = Admin.create(connection.adminConfig())) {
            PlannedChange change = PlannedChange.of(admin, control, snapshot, after);
            if (force) {
                change = change.forced();
            }
            if (change.isNothing()) {
                print(change, Outcome.NOTHING);
                return 0;
            }
            if (!execution.execute()) {
                print(change, Outcome.DRY_RUN);
                return change.plan().possible() ? 0 : CommandLines.FAILURE;
            }
            GrowthResult unused = change.execute(admin, control);
            print(change, Outcome.DONE);
        }
        return 0;
    }

    private void requireExpected(Ring before) {
        Integer expected = execution.expectedEpoch();
        if (expected != null && expected != before.epoch().value()) {
            throw new RingConflictException(
                    before.name(), expected, before.epoch().value(), null);
        }
    }

    private Ring next(Ring before, ControlSnapshot snapshot) {
        try {
            return change(before, snapshot).toBuilder()
                    .createdAtMs(System.currentTimeMillis())
                    .comment(comment)
                    .build();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private enum Outcome {
        NOTHING,
        DRY_RUN,
        DONE
    }

    private void print(PlannedChange change, Outcome outcome) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            Map<String, Object> json = new PlanView(change).json();
            json.put("executed", outcome == Outcome.DONE);
            json.put("nothingToDo", outcome == Outcome.NOTHING);
            out.println(Json.text(json));
        } else if (outcome == Outcome.NOTHING) {
            out.println("Ring " + change.before().name() + " is so already at epoch "
                    + change.before().epoch().value() + "; nothing was changed.");
        } else {
            new PlanView(change).lines().forEach(out::println);
            out.println(
                    outcome == Outcome.DONE
                            ? "Done; './slipring status --watch' shows the state move."
                            : dryRun(change));
        }
        out.flush();
    }

    private static String dryRun(PlannedChange change) {
        return change.plan().possible()
                ? "Dry run: nothing was changed; repeat with --execute --expected-epoch "
                        + change.before().epoch().value()
                : "Dry run: this can't be done as things are.";
    }
}
