/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.testkit.Fuzz;
import java.io.ByteArrayInputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever is in an input file is read, or refused as a malformed row, and the rows behind it are read. */
class InputFuzzTest {
    private static final RowProjection PROJECTION = new RowProjection(List.of("a", "b"), List.of());

    private static void read(byte[] bytes, InputFormat format) throws Exception {
        MalformedRowException malformed = null;
        try (RowReader rows = Inputs.rows(new ByteArrayInputStream(bytes), format, List.of("a"))) {
            long last = 0;
            while (true) {
                try {
                    Row row = rows.next();
                    if (row == null) {
                        break;
                    }
                    assertThat(row.line()).isGreaterThan(last);
                    last = row.line();
                    PROJECTION.apply(row);
                } catch (MalformedRowException e) {
                    malformed = e;
                }
            }
        }
        if (malformed != null) {
            throw malformed;
        }
    }

    @Test
    void csv_damaged_isReadOrRefused() {
        Fuzz.of("CsvRowReader", bytes -> read(bytes, InputFormat.CSV))
                .sample("a,b,c\n1,2,3\nx,\"y, \"\"z\"\"\nmore\",\r\n,,\n".getBytes(UTF_8))
                .sample("\uFEFFa,b\nключ,\"\"\n\n7,8".getBytes(UTF_8))
                .refuses(MalformedRowException.class)
                // A quote that is never closed makes the reader look ahead over up to 1,000 lines, for each line anew.
                .allocates(100_000, 4 << 20)
                .oneIn(6)
                .run();
    }

    @Test
    void ndjson_damaged_isReadOrRefused() {
        Fuzz.of("NdjsonRowReader", bytes -> read(bytes, InputFormat.NDJSON))
                .sample("{\"a\":1,\"b\":\"x\",\"c\":[1,{\"d\":2.50}]}\n{\"a\":true,\"b\":1e400}\n".getBytes(UTF_8))
                .sample("\n{\"a\":12345678901234567890,\"b\":0.1}\r\n".getBytes(UTF_8))
                .refuses(MalformedRowException.class)
                .allocates(4_096, 4 << 20)
                .oneIn(2)
                .run();
    }

    @Test
    void csv_quoteOpenOverLongLines_isRefusedInBoundedMemory() {
        byte[] head = "a\n\"".getBytes(UTF_8);
        byte[] line = "x".repeat(LineReader.MAX_LINE_BYTES - 8).concat("\n").getBytes(UTF_8);
        List<ByteArrayInputStream> parts = new ArrayList<>(List.of(new ByteArrayInputStream(head)));
        for (int i = 0; i < 300; i++) {
            parts.add(new ByteArrayInputStream(line));
        }

        assertThatThrownBy(() -> {
                    try (RowReader rows = Inputs.rows(
                            new SequenceInputStream(Collections.enumeration(parts)), InputFormat.CSV, List.of())) {
                        rows.next();
                    }
                })
                .isInstanceOf(MalformedRowException.class)
                .hasMessage("line 2: a quote is opened and never closed within 4194304 characters");
    }
}
