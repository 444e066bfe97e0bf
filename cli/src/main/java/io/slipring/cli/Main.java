/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import io.slipring.cli.command.CommandLines;
import java.util.Arrays;

/** Entry point of the {@code slipring} command. */
public final class Main {
    private Main() {}

    /**
     * Runs one command and exits: 0 for success and help, 1 for failure, 2 for usage.
     *
     * @param args the command line, without the program's name
     */
    public static void main(String[] args) {
        Logging.configure(Arrays.asList(args));
        int status = CommandLines.create(new SlipringCommand()).execute(args);
        System.exit(status);
    }
}
