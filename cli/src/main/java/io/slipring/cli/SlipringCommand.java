/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import io.slipring.cli.app.RunCommand;
import io.slipring.cli.audit.AuditCommand;
import io.slipring.cli.bench.BenchCommand;
import io.slipring.cli.chaos.ChaosCommand;
import io.slipring.cli.command.VersionProvider;
import io.slipring.cli.demo.DemoCommand;
import io.slipring.cli.doctor.DoctorCommand;
import io.slipring.cli.erase.EraseCommand;
import io.slipring.cli.hotkeys.HotKeysCommand;
import io.slipring.cli.produce.ProduceCommand;
import io.slipring.cli.ring.RingCommand;
import io.slipring.cli.simulate.SimulateCommand;
import io.slipring.cli.status.StatusCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root of the command line; does nothing but list what there is. */
@Command(
        name = "slipring",
        description = "Grow keyed Kafka topics, and the state behind them, while they run.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = VersionProvider.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            RunCommand.class,
            ProduceCommand.class,
            RingCommand.class,
            StatusCommand.class,
            AuditCommand.class,
            DoctorCommand.class,
            EraseCommand.class,
            HotKeysCommand.class,
            SimulateCommand.class,
            ChaosCommand.class,
            BenchCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure", "2:wrong usage"})
final class SlipringCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is needed");
    }
}
