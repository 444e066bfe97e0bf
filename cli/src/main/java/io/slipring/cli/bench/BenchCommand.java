/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the comparisons. */
@Command(
        name = "bench",
        description = "Compare with what would be used instead.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            BenchLookupCommand.class,
            BenchSkewCommand.class,
            BenchSteadyCommand.class,
            BenchGrowCommand.class
        })
public final class BenchCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is needed");
    }
}
