/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.input.InputFormat;
import io.slipring.cli.input.Inputs;
import io.slipring.cli.input.MalformedRowException;
import io.slipring.cli.input.Row;
import io.slipring.cli.input.RowProjection;
import io.slipring.cli.input.RowReader;
import io.slipring.cli.trial.Sample;
import io.slipring.cli.trial.Workload;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Rows of a file.
 *
 * @param file a CSV or NDJSON file; must not change while the demo runs
 * @param format what it is made of
 * @param key columns of the key
 * @param field column of the number; empty if records are only counted
 * @param skipBad whether malformed rows are left out; otherwise the first one is a failure
 * @param records number of good rows
 */
record FileWorkload(
        Path file, InputFormat format, List<String> key, Optional<String> field, boolean skipBad, long records)
        implements Workload {

    /**
     * Reads a file through, so that a malformed row is known before anything runs.
     *
     * @param skipped told of each malformed row that is left out; empty if the first one is a failure
     * @throws CommandFailure if a row is malformed and that is a failure, or there is no good one
     */
    static FileWorkload check(
            Path file,
            InputFormat format,
            List<String> key,
            Optional<String> field,
            Optional<Consumer<MalformedRowException>> skipped)
            throws IOException, InterruptedException {
        FileWorkload unchecked = new FileWorkload(file, format, List.copyOf(key), field, skipped.isPresent(), 0);
        long[] records = new long[1];
        unchecked.read(sample -> records[0]++, skipped.orElse(bad -> {}));
        if (records[0] == 0) {
            throw new CommandFailure("there is no row in " + file);
        }
        return new FileWorkload(file, format, key, field, skipped.isPresent(), records[0]);
    }

    @Override
    public String describe() {
        return "%,d records of %s".formatted(records, file.getFileName());
    }

    @Override
    public void forEach(SampleConsumer consumer) throws IOException, InterruptedException {
        read(consumer, bad -> {});
    }

    private void read(SampleConsumer consumer, Consumer<MalformedRowException> skipped)
            throws IOException, InterruptedException {
        RowProjection projection = new RowProjection(key, List.of());
        try (RowReader rows = open()) {
            while (true) {
                Sample sample;
                try {
                    Row row = rows.next();
                    if (row == null) {
                        return;
                    }
                    sample = new Sample(projection.apply(row), number(row));
                } catch (MalformedRowException e) {
                    if (!skipBad) {
                        throw new CommandFailure(file + " " + e.getMessage() + "; --skip-bad leaves such rows out", e);
                    }
                    skipped.accept(e);
                    continue;
                }
                consumer.accept(sample);
            }
        }
    }

    private RowReader open() throws IOException {
        List<String> needed = new ArrayList<>(key);
        field.ifPresent(needed::add);
        try {
            return Inputs.rows(Inputs.open(file), format, needed);
        } catch (MalformedRowException e) {
            throw new CommandFailure(file + " " + e.getMessage(), e);
        }
    }

    private Optional<BigDecimal> number(Row row) throws MalformedRowException {
        if (field.isEmpty()) {
            return Optional.empty();
        }
        JsonNode cell = row.fields().get(field.get());
        if (cell == null) {
            throw new MalformedRowException(row.line(), "no column '" + field.get() + "'");
        }
        try {
            return Optional.of(
                    cell.isNumber()
                            ? cell.decimalValue()
                            : new BigDecimal(cell.asText().strip()));
        } catch (NumberFormatException e) {
            throw new MalformedRowException(row.line(), "column '" + field.get() + "' must be a number");
        }
    }
}
