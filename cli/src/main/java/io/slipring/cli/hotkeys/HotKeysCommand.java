/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.hotkeys;

import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.cli.command.WatchOptions;
import io.slipring.cli.ring.RingOptions;
import io.slipring.hotkeys.Heat;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlFollower;
import io.slipring.ring.source.ControlSnapshot;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the hot keys that producers report. */
@Command(
        name = "hot-keys",
        description = {
            "Show the hottest keys of a ring, what they do to its shards, and over how many shards each belongs.",
            "Producers report them where their configuration has slipring.hotkeys.report=true."
        })
public final class HotKeysCommand implements Callable<Integer> {
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
            names = "--top",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many keys and shards to show (default ${DEFAULT-VALUE}).")
    private int top = 20;

    @Option(names = "--watch", description = "Look again and again, until interrupted.")
    private boolean watch;

    @Mixin
    private final WatchOptions watching = new WatchOptions();

    @Override
    public Integer call() throws InterruptedException {
        if (top < 1) {
            throw new ParameterException(spec.commandLine(), "--top must be >= 1, was " + top);
        }
        PrintWriter out = spec.commandLine().getOut();
        try (ControlFollower follower =
                ControlFollower.open(ring.control(connection.clientConfig(), connection.timeout()), progress -> {})) {
            if (watch) {
                watching.repeat(out, () -> print(out, follower.read()), this::complain);
            } else {
                print(out, follower.read());
            }
        }
        return 0;
    }

    private void complain(RuntimeException failure) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("slipring: " + failure.getMessage());
        err.flush();
    }

    private void print(PrintWriter out, ControlSnapshot snapshot) {
        Ring chosen = ring.choose(snapshot);
        Heat heat = Heat.of(chosen, snapshot.hotKeys(chosen.name()), System.currentTimeMillis());
        HeatView view = new HeatView(chosen, heat, top);
        if (output.json()) {
            out.println(watch ? Json.line(view.json()) : Json.text(view.json()));
        } else {
            view.lines().forEach(out::println);
            if (watch) {
                out.println();
            }
        }
        out.flush();
    }
}
