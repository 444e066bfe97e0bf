/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import picocli.CommandLine.Option;

/** How a command answers: text or JSON on standard output, and how much it tells of a failure. */
public final class OutputOptions {
    @Option(
            names = "--json",
            description = "Print the result as JSON to standard output; messages go to standard error.")
    private boolean json;

    @Option(names = "--verbose", description = "Log from INFO, and print the stack trace of a failure.")
    private boolean verbose;

    /** Whether the result is to be JSON. */
    public boolean json() {
        return json;
    }

    /** Whether stack traces and INFO logs are wanted. */
    public boolean verbose() {
        return verbose;
    }
}
