/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyedRowsTest {
    private static final String FLIGHTS = "delay,origin,destination\n14,MCI,MDW\n-11,LAX\n5,ONT,SMF\n";

    @Test
    void next_twoKeyColumns_joinsThemInTheOrderAsked() throws Exception {
        try (KeyedRows rows = rows(FLIGHTS, new RowProjection(List.of("destination", "origin"), List.of("delay")))) {
            KeyedRow first = rows.next();

            assertThat(first).isNotNull();
            assertThat(first.line()).isEqualTo(2);
            assertThat(first.key()).isEqualTo("MDW|MCI");
            assertThat(first.value()).isEqualTo("{\"delay\":\"14\"}");
        }
    }

    @Test
    void next_noColumnsAsked_hasNoKeyAndTheWholeRowAsValue() throws Exception {
        try (KeyedRows rows = rows(FLIGHTS, new RowProjection(List.of(), List.of()))) {
            KeyedRow first = rows.next();

            assertThat(first.key()).isNull();
            assertThat(first.value()).isEqualTo("{\"delay\":\"14\",\"origin\":\"MCI\",\"destination\":\"MDW\"}");
        }
    }

    @Test
    void next_malformedRow_endsTheReading() throws Exception {
        try (KeyedRows rows = rows(FLIGHTS, new RowProjection(List.of("origin"), List.of()))) {
            assertThat(rows.next()).isNotNull();

            assertThatThrownBy(rows::next)
                    .isInstanceOf(MalformedRowException.class)
                    .hasMessage("line 3: 2 columns, the header names 3");
        }
    }

    @Test
    void next_malformedRowSkipped_isReportedAndCounted() throws Exception {
        List<Long> bad = new ArrayList<>();
        RowReader reader = Inputs.rows(new ByteArrayInputStream(FLIGHTS.getBytes(UTF_8)), InputFormat.CSV, List.of());
        try (KeyedRows rows =
                new KeyedRows(reader, new RowProjection(List.of("origin"), List.of()), e -> bad.add(e.line()))) {
            List<String> keys = new ArrayList<>();
            for (KeyedRow row = rows.next(); row != null; row = rows.next()) {
                keys.add(row.key());
            }

            assertThat(keys).containsExactly("MCI", "ONT");
            assertThat(bad).containsExactly(3L);
            assertThat(rows.skipped()).isEqualTo(1);
        }
    }

    @Test
    void next_keyColumnOfAnObjectOrNull_isMalformed() throws Exception {
        RowReader reader = Inputs.rows(
                new ByteArrayInputStream("{\"k\":{}}\n{\"k\":null}\n{}\n{\"k\":7}\n".getBytes(UTF_8)),
                InputFormat.NDJSON,
                List.of("k"));
        List<String> bad = new ArrayList<>();
        try (KeyedRows rows =
                new KeyedRows(reader, new RowProjection(List.of("k"), List.of()), e -> bad.add(e.getMessage()))) {
            assertThat(rows.next().key()).isEqualTo("7");
        }
        assertThat(bad)
                .containsExactly(
                        "line 1: column 'k' of the key must be a string, number or boolean",
                        "line 2: column 'k' of the key must be a string, number or boolean",
                        "line 3: no column 'k'");
    }

    @Test
    void open_gzippedFile_isDecompressed(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("flights.csv.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(FLIGHTS.getBytes(UTF_8));
        }

        try (RowReader rows = Inputs.rows(Inputs.open(file), InputFormat.of(file.toString()), List.of("delay"))) {
            assertThat(rows.next().fields().get("origin").asText()).isEqualTo("MCI");
        }
    }

    @Test
    void of_fileNames_tellTheFormat() {
        assertThat(InputFormat.of("a.CSV")).isEqualTo(InputFormat.CSV);
        assertThat(InputFormat.of("a.jsonl.gz")).isEqualTo(InputFormat.NDJSON);
        assertThat(InputFormat.of("a.ndjson")).isEqualTo(InputFormat.NDJSON);
        assertThat(InputFormat.of("a")).isEqualTo(InputFormat.CSV);
    }

    private static KeyedRows rows(String csv, RowProjection projection) throws Exception {
        return new KeyedRows(
                Inputs.rows(new ByteArrayInputStream(csv.getBytes(UTF_8)), InputFormat.CSV, List.of()),
                projection,
                null);
    }
}
