/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueFormatTest {
    private static final List<Wanted> DELAY = List.of(new Wanted("delay", Wanted.As.NUMBER));
    private static final List<Wanted> NONE = List.of();

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"delay\":14}; 14",
                "{\"a\":{\"delay\":1},\"delay\":\" -11 \"}; -11",
                "{\"delay\":0.1,\"b\":[1,2]}; 0.1",
                "{\"delay\":1e3}; 1e3",
                "{\"delay\":12345678901234567890.5}; 12345678901234567890.5"
            })
    void json_numberOrStringField_isReadExactly(String value, String expected) {
        assertThat(Values.read(ValueFormat.JSON, value.getBytes(UTF_8), DELAY).number(0))
                .isEqualByComparingTo(new BigDecimal(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "14",
                "[14]",
                "{\"delay\":14",
                "{\"delay\":14} x",
                "{\"delay\":14}{}",
                "{\"other\":14}",
                "{\"delay\":null}",
                "{\"delay\":true}",
                "{\"delay\":{}}",
                "{\"delay\":\"\"}",
                "{\"delay\":\"late\"}",
                "{\"delay\":1,\"delay\":2}",
                "{\"delay\":1e999999999}",
                "{\"delay\":\"1e999999999\"}",
                "{\"delay\":\"NaN\"}",
            })
    void json_noNumberInTheField_isRefusedWithoutTellingTheValue(String value) {
        assertThatThrownBy(() -> Values.read(ValueFormat.JSON, value.getBytes(UTF_8), DELAY))
                .isInstanceOf(SerializationException.class)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("late"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"delay\":%s}", "{\"delay\":\"14\",\"other\":[-%s]}", "{\"delay\":14,\"a\":0.%s}", "{\"\":%s"})
    void json_numberOfThousandsOfDigits_isRefused(String value) {
        String tooLong = value.formatted("1".repeat(5_000));

        assertThatThrownBy(() -> Values.read(ValueFormat.JSON, tooLong.getBytes(UTF_8), DELAY))
                .isInstanceOf(SerializationException.class);
    }

    @Test
    void json_noFieldWanted_needsAWellFormedObject() {
        assertThat(Values.read(ValueFormat.JSON, "{\"a\":1}".getBytes(UTF_8), NONE))
                .isEqualTo(Fields.NONE);
        assertThatThrownBy(() -> Values.read(ValueFormat.JSON, "{\"a\":".getBytes(UTF_8), NONE))
                .isInstanceOf(SerializationException.class);
    }

    @Test
    void json_severalFields_areReadInTheWantedOrder() {
        List<Wanted> wanted = List.of(
                new Wanted("destination", Wanted.As.TEXT),
                new Wanted("delay", Wanted.As.DOUBLE),
                new Wanted("late", Wanted.As.TEXT));

        Fields fields = Values.read(
                ValueFormat.JSON,
                "{\"delay\":\"14\",\"x\":[{}],\"late\":true,\"destination\":\"M\\\"D\"}".getBytes(UTF_8),
                wanted);

        assertThat(fields.text(0)).isEqualTo("M\"D");
        assertThat(fields.json(0)).isEqualTo("\"M\\\"D\"");
        assertThat(fields.number(1)).isEqualTo(new BigDecimal("14"));
        assertThat(fields.json(2)).isEqualTo("true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[1]", "{}"})
    void json_fieldThatIsNoScalar_isRefused(String value) {
        assertThatThrownBy(() -> Values.read(
                        ValueFormat.JSON,
                        ("{\"a\":" + value + "}").getBytes(UTF_8),
                        List.of(new Wanted("a", Wanted.As.TEXT))))
                .isInstanceOf(SerializationException.class)
                .hasMessage("field 'a' must be text, a number, true or false");
    }

    @Test
    void json_numberBeyondDoubles_isRefusedOnlyWhereDoublesAreWanted() {
        byte[] value = "{\"a\":1e400}".getBytes(UTF_8);

        assertThat(Values.read(ValueFormat.JSON, value, List.of(new Wanted("a", Wanted.As.NUMBER)))
                        .number(0))
                .isEqualByComparingTo("1e400");
        assertThatThrownBy(() -> Values.read(ValueFormat.JSON, value, List.of(new Wanted("a", Wanted.As.DOUBLE))))
                .hasMessage("field 'a': a number up to 1.7e308 was expected");
    }

    @Test
    void number_formsThatJsonLacks_areShownAsJson() {
        assertThat(Values.read(ValueFormat.NUMBER, " +.5 ".getBytes(UTF_8), NONE)
                        .json(0))
                .isEqualTo("0.5");
    }

    @Test
    void number_text_isRead() {
        assertThat(Values.read(ValueFormat.NUMBER, " 2.50\n".getBytes(UTF_8), NONE)
                        .number(0))
                .isEqualTo(new BigDecimal("2.50"));
        assertThatThrownBy(() -> Values.read(ValueFormat.NUMBER, "two".getBytes(UTF_8), NONE))
                .isInstanceOf(SerializationException.class)
                .hasMessage("a number was expected, the text is none");
    }

    @Test
    void bytes_anything_counts() {
        assertThat(Values.read(ValueFormat.BYTES, new byte[] {(byte) 0xFF}, NONE))
                .isEqualTo(Fields.NONE);
    }

    @Test
    void string_keyThatIsNotUtf8_isRefused() {
        assertThatThrownBy(() -> PlainKey.STRING.check(new byte[] {(byte) 0xFF}))
                .isInstanceOf(SerializationException.class);
        assertThat(PlainKey.STRING.text("MCI|MDW".getBytes(UTF_8))).isEqualTo("MCI|MDW");
        assertThat(PlainKey.BYTES.text(new byte[] {(byte) 0xFF})).isEqualTo("/w==");
    }
}
