/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Whether a command acts or only shows what it would do. */
final class ExecuteOptions {
    @ArgGroup
    private Mode mode = new Mode();

    @Option(
            names = "--expected-epoch",
            paramLabel = "E",
            description = "Act only if this is the newest epoch, as the dry run said.")
    private @Nullable Integer expectedEpoch;

    /** One of the two. */
    static final class Mode {
        @Option(names = "--execute", description = "Do it.")
        private boolean execute;

        @Option(names = "--dry-run", description = "Show the plan only; the default.")
        private boolean dryRun;
    }

    boolean execute() {
        return mode.execute && !mode.dryRun;
    }

    @Nullable
    Integer expectedEpoch() {
        return expectedEpoch;
    }
}
