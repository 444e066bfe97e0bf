/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Opens inputs. */
public final class Inputs {
    private Inputs() {}

    /** Opens a file; one whose name ends in {@code .gz} is decompressed on the way. */
    public static InputStream open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
    }

    /**
     * Reads rows from a stream, which the reader owns from here on.
     *
     * @param needed columns that must be there; checked at once where the format names its columns beforehand
     * @throws MalformedRowException if a CSV header is missing, malformed, or without a needed column
     */
    public static RowReader rows(InputStream in, InputFormat format, List<String> needed)
            throws IOException, MalformedRowException {
        return switch (format) {
            case NDJSON -> new NdjsonRowReader(in);
            case CSV -> {
                CsvRowReader reader = new CsvRowReader(in);
                for (String column : needed) {
                    if (!reader.columns().contains(column)) {
                        throw new MalformedRowException(
                                1, "no column '" + column + "'; there are " + String.join(", ", reader.columns()));
                    }
                }
                yield reader;
            }
        };
    }
}
