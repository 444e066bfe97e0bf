/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class NdjsonRowReaderTest {
    @Test
    void next_objects_keepTheirTypesAndPrecision() throws Exception {
        assertThat(read("{\"a\":1.10,\"b\":[true,null]}\n\n{\"a\":9007199254740993}\n"))
                .containsExactly("1 {\"a\":1.10,\"b\":[true,null]}", "3 {\"a\":9007199254740993}");
    }

    @Test
    void next_malformedLines_nameLineAndReason_thenGoOn() throws Exception {
        List<String> rows = read("{\"a\":1\n[1]\n{\"a\":1} {\"a\":2}\n{\"a\":1,\"a\":2}\n{\"a\":3}\n");

        assertThat(rows).hasSize(5);
        assertThat(rows.get(0)).startsWith("line 1: not JSON: ");
        assertThat(rows.get(1)).isEqualTo("line 2: not a JSON object");
        assertThat(rows.get(2)).startsWith("line 3: not JSON: ");
        assertThat(rows.get(3)).startsWith("line 4: not JSON: Duplicate field 'a'");
        assertThat(rows.get(4)).isEqualTo("5 {\"a\":3}");
    }

    private static List<String> read(String input) throws Exception {
        return RowTexts.of(new NdjsonRowReader(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8))));
    }
}
