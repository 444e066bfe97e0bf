/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.cli.command.CommandLines;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.cli.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Kills and freezes brokers and instances while the ring changes, then recounts everything. */
@Command(
        name = "chaos",
        description = {
            "Kill and freeze brokers and instances of the application while the ring changes, then recount everything.",
            "Needs no broker: it starts three, with three instances of the application, and removes them afterwards.",
            "Exits with 0 only if nothing was lost, duplicated, wrong or understated."
        })
public final class ChaosCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Option(
            names = "--minutes",
            paramLabel = "M",
            defaultValue = "5",
            description = "How long faults come (default ${DEFAULT-VALUE}); may be a fraction.")
    private double minutes;

    @Option(
            names = "--faults",
            paramLabel = "N",
            description = "End after this many faults if they come in less time; not limited by default.")
    private int faults = Integer.MAX_VALUE;

    @Option(
            names = "--ring-pause-ms",
            paramLabel = "MS",
            defaultValue = "15000",
            description = "Least pause between changes of the ring (default ${DEFAULT-VALUE}); some come in bursts.")
    private long ringPauseMs;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "The same seed plans the same faults and ring changes (default ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "500",
            description = "Records a second, over all producers (default ${DEFAULT-VALUE}).")
    private double rate;

    @Option(names = "--keys", defaultValue = "5000", description = "Distinct keys (default ${DEFAULT-VALUE}).")
    private int keys;

    @Option(
            names = "--group-protocol",
            paramLabel = "classic|streams",
            defaultValue = "classic",
            description = "Rebalance protocol of the application (default ${DEFAULT-VALUE}).")
    private String groupProtocol = "classic";

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description = "An empty folder for all data and logs, which stay; otherwise a temporary one is used.")
    private @Nullable Path keep;

    @Option(
            names = "--dry-run",
            description = "Only show the plan, as far as it comes to pass if each fault takes about 10 s.")
    private boolean dryRun;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        ChaosSettings settings = settings();
        if (dryRun) {
            new ChaosPlan(settings).lines().forEach(out::println);
            out.flush();
            return 0;
        }
        Terminal terminal = Terminal.of(output.json() ? spec.commandLine().getErr() : out);
        ChaosReport report = run(settings, terminal);
        report.lines().forEach(terminal::line);
        if (output.json()) {
            out.println(Json.text(report));
            out.flush();
        }
        return report.exact() ? 0 : CommandLines.FAILURE;
    }

    private ChaosReport run(ChaosSettings settings, Terminal terminal) throws IOException {
        boolean exact = false;
        try (ChaosFolder folder = ChaosFolder.make(Optional.ofNullable(keep))) {
            try {
                ChaosReport report = new Chaos(settings, folder, terminal).run();
                exact = report.exact();
                return report;
            } finally {
                if (!exact) {
                    terminal.line("      logs are in " + folder.keepLogs());
                }
            }
        }
    }

    private ChaosSettings settings() {
        try {
            return new ChaosSettings(minutes, faults, seed, rate, keys, Duration.ofMillis(ringPauseMs), groupProtocol);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }
}
