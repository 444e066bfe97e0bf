/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.bench;

import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A comparison: prints a table as it goes, then the results as JSON or into a page if that is asked for. */
abstract class BenchRun implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Option(
            names = "--write",
            paramLabel = "DIR",
            description = "Write the tables, and the drawing if there is one, into the pages there.")
    private @Nullable Path directory;

    /** Writes results into the pages of a folder. */
    interface Page<R> {
        void write(Path directory, List<R> results) throws IOException;
    }

    /** Where the table goes: to standard output, unless that is for JSON. */
    final PrintWriter progress() {
        return output.json() ? err() : spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Fails as wrong usage unless a rule is kept. */
    final void require(boolean rule, String message) {
        if (!rule) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    /** Prints and writes what is asked for; returns the exit code. */
    final <R> int finish(List<R> results, Page<R> page) throws IOException {
        int code = finish(results);
        if (directory != null) {
            page.write(directory, results);
        }
        return code;
    }

    /** The same of results that no page shows. */
    final int finish(List<?> results) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            out.println(Json.text(results));
        }
        out.flush();
        return 0;
    }
}
