/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the commands about rings. */
@Command(
        name = "ring",
        description = "Create, show and change rings.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RingCreateCommand.class,
            RingDescribeCommand.class,
            RingRouteCommand.class,
            RingAddShardCommand.class,
            RingRemoveShardCommand.class,
            RingSetWeightCommand.class,
            RingMoveCommand.class,
            RingRevertCommand.class,
            RingForgetAppCommand.class,
            RingSplitCommand.class,
            RingUnsplitCommand.class,
            RingPlanSplitsCommand.class,
            RingSplitModeCommand.class
        })
public final class RingCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is needed");
    }
}
