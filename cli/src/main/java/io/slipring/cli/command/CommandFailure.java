/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import org.jspecify.annotations.Nullable;

/** A command that can't do what it was asked; the message is the one line that the user sees. Exit code 1. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes a failure from what went wrong and, where there is one, the remedy. */
    public CommandFailure(String message) {
        super(message);
    }

    /** Makes a failure that keeps its cause for {@code --verbose}. */
    public CommandFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
