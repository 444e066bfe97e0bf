/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvRowReaderTest {
    @Test
    void next_plainRows_keepsCellsAsTheyStand() throws Exception {
        assertThat(read("date,delay\n01010001,14\r\n01010530,-11"))
                .containsExactly(
                        "2 {\"date\":\"01010001\",\"delay\":\"14\"}", "3 {\"date\":\"01010530\",\"delay\":\"-11\"}");
    }

    @Test
    void next_quotedCells_unquotesCommasQuotesAndLineEnds() throws Exception {
        assertThat(read("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\nlines\",z\nlast,row\n"))
                .containsExactly(
                        "2 {\"a\":\"x,y\",\"b\":\"say \\\"hi\\\"\"}",
                        "3 {\"a\":\"two\\nlines\",\"b\":\"z\"}",
                        "5 {\"a\":\"last\",\"b\":\"row\"}");
    }

    @Test
    void next_wrongColumnCount_namesLineAndCounts_thenGoesOn() throws Exception {
        assertThat(read("a,b\n1,2\n1,2,3\n3,4\n"))
                .containsExactly(
                        "2 {\"a\":\"1\",\"b\":\"2\"}",
                        "line 3: 3 columns, the header names 2",
                        "4 {\"a\":\"3\",\"b\":\"4\"}");
    }

    @Test
    void next_quoteNeverClosed_costsOneLineOnly() throws Exception {
        assertThat(read("a,b\n\"1,2\n3,4\n5,6\n"))
                .containsExactly(
                        "line 2: a quote is opened and never closed",
                        "3 {\"a\":\"3\",\"b\":\"4\"}",
                        "4 {\"a\":\"5\",\"b\":\"6\"}");
    }

    @Test
    void next_badLineBehindAQuoteNeverClosed_costsNoLineInBetween() throws Exception {
        byte[] input = "a,b\n\"1,2\n3,4\nX,6\n7,8\n".getBytes(StandardCharsets.UTF_8);
        input[13] = (byte) 0xFF;

        assertThat(read(input))
                .containsExactly(
                        "line 2: a quote is opened and never closed",
                        "3 {\"a\":\"3\",\"b\":\"4\"}",
                        "line 4: not UTF-8",
                        "5 {\"a\":\"7\",\"b\":\"8\"}");
    }

    @Test
    void next_strayQuotes_areMalformed() throws Exception {
        assertThat(read("a,b\n\"1\"x\",\"2\"\n3,4\n"))
                .containsExactly("line 2: a quote is opened and never closed", "3 {\"a\":\"3\",\"b\":\"4\"}");
        assertThat(read("a,b\n\"1\"x,2\n3,4\n"))
                .containsExactly("line 2: a quote inside a cell is not doubled", "3 {\"a\":\"3\",\"b\":\"4\"}");
    }

    @Test
    void next_notUtf8_namesLine_thenGoesOn() throws Exception {
        byte[] input = "a,b\n1,X\n3,4\n".getBytes(StandardCharsets.UTF_8);
        input[6] = (byte) 0xFF;

        assertThat(read(input)).containsExactly("line 2: not UTF-8", "3 {\"a\":\"3\",\"b\":\"4\"}");
    }

    @Test
    void next_lineOfFiveMebibytes_isMalformedAndNotKept() throws Exception {
        assertThat(read("a,b\n" + "x".repeat(5 << 20) + "\n3,4\n"))
                .containsExactly("line 2: longer than 4194304 bytes", "3 {\"a\":\"3\",\"b\":\"4\"}");
    }

    @Test
    void constructor_byteOrderMark_isNotPartOfTheFirstName() throws Exception {
        assertThat(read("\uFEFFa,b\n1,2\n")).containsExactly("2 {\"a\":\"1\",\"b\":\"2\"}");
    }

    @Test
    void constructor_badHeader_namesWhatIsWrong() {
        assertThatThrownBy(() -> read("")).hasMessageContaining("line 1: the input is empty");
        assertThatThrownBy(() -> read("a,,c\n")).hasMessageContaining("line 1: a column has no name");
        assertThatThrownBy(() -> read("a,b,a\n")).hasMessageContaining("line 1: column 'a' is named twice");
    }

    @Test
    void rows_neededColumnMissing_namesThoseThatThereAre() {
        assertThatThrownBy(() -> Inputs.rows(
                        new ByteArrayInputStream("a,b\n".getBytes(StandardCharsets.UTF_8)),
                        InputFormat.CSV,
                        List.of("c")))
                .isInstanceOf(MalformedRowException.class)
                .hasMessage("line 1: no column 'c'; there are a, b");
    }

    private static List<String> read(String input) throws Exception {
        return read(input.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> read(byte[] input) throws IOException, MalformedRowException {
        return RowTexts.of(new CsvRowReader(new ByteArrayInputStream(input)));
    }
}
