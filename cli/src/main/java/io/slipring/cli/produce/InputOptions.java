/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import io.slipring.cli.input.InputFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How an input is read. */
public final class InputOptions {
    @Option(
            names = "--key",
            paramLabel = "COLUMN",
            split = ",",
            description = "Columns of the key, by comma; their values are joined with '|'.")
    private List<String> key = new ArrayList<>();

    @Option(
            names = "--input-format",
            paramLabel = "FORMAT",
            description = "csv or ndjson; by default what the file's name says, else csv.")
    private @Nullable InputFormat format;

    @Option(names = "--skip-bad", description = "Report and count malformed rows, and go on behind them.")
    private boolean skipBad;

    /** Columns of the key, in order; empty for records without a key. */
    public List<String> key() {
        return List.copyOf(key);
    }

    /** The format that was asked for. */
    public Optional<InputFormat> format() {
        return Optional.ofNullable(format);
    }

    /** Whether malformed rows are to be left out. */
    public boolean skipBad() {
        return skipBad;
    }
}
