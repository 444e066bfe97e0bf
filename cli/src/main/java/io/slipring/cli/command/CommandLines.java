/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import java.io.PrintWriter;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Makes command lines on which every failure is one line on standard error and an exit code; behind the line of a mistake in
 * an expression stands the place of it.
 */
public final class CommandLines {
    /** Exit code of a command that failed. */
    public static final int FAILURE = 1;

    private CommandLines() {}

    /**
     * Makes the command line of a root command: exit 0 for success and help, 1 for failure, 2 for wrong usage.
     *
     * @param root an object annotated as picocli's command; it brings its subcommands
     */
    public static CommandLine create(Object root) {
        return new CommandLine(root)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(CommandLines::fail)
                .setParameterExceptionHandler(CommandLines::misuse);
    }

    private static int fail(Exception failure, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        err.println(name(command) + ": " + message(failure));
        if (failure instanceof Illustrated illustrated) {
            err.println(illustrated.illustration());
        }
        if (verbose(parsed)) {
            failure.printStackTrace(err);
        }
        err.flush();
        return failure instanceof ParameterException ? CommandLine.ExitCode.USAGE : FAILURE;
    }

    private static int misuse(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(name(command) + ": " + message(failure));
        err.println("Try '" + name(command) + " --help'.");
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }

    private static boolean verbose(ParseResult parsed) {
        for (ParseResult level = parsed; level != null; level = level.hasSubcommand() ? level.subcommand() : null) {
            if (level.hasMatchedOption("--verbose")) {
                return true;
            }
        }
        return false;
    }

    /** Describes a failure in one line: its own message, and its cause's where its own tells nothing more. */
    static String message(Throwable failure) {
        Throwable told = failure;
        while ((told instanceof ExecutionException || told instanceof CompletionException) && told.getCause() != null) {
            told = told.getCause();
        }
        String text = told.getMessage() == null ? told.getClass().getSimpleName() : told.getMessage();
        Throwable cause = told.getCause();
        if (told instanceof KafkaException
                && cause != null
                && cause.getMessage() != null
                && !text.contains(cause.getMessage())) {
            text = text + ": " + cause.getMessage();
        }
        return oneLine(text);
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
