/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueFormatTest {
    private static final Optional<String> DELAY = Optional.of("delay");

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
        assertThat(ValueFormat.JSON.number(value.getBytes(UTF_8), DELAY))
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
        assertThatThrownBy(() -> ValueFormat.JSON.number(value.getBytes(UTF_8), DELAY))
                .isInstanceOf(SerializationException.class)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("late"));
    }

    @Test
    void json_noFieldWanted_needsAWellFormedObject() {
        assertThat(ValueFormat.JSON.number("{\"a\":1}".getBytes(UTF_8), Optional.empty()))
                .isEqualTo(BigDecimal.ONE);
        assertThatThrownBy(() -> ValueFormat.JSON.number("{\"a\":".getBytes(UTF_8), Optional.empty()))
                .isInstanceOf(SerializationException.class);
    }

    @Test
    void number_text_isRead() {
        assertThat(ValueFormat.NUMBER.number(" 2.50\n".getBytes(UTF_8), Optional.empty()))
                .isEqualTo(new BigDecimal("2.50"));
        assertThatThrownBy(() -> ValueFormat.NUMBER.number("two".getBytes(UTF_8), Optional.empty()))
                .isInstanceOf(SerializationException.class)
                .hasMessage("a number was expected, the text is none");
    }

    @Test
    void bytes_anything_counts() {
        assertThat(ValueFormat.BYTES.number(new byte[] {(byte) 0xFF}, Optional.empty()))
                .isEqualTo(BigDecimal.ONE);
    }

    @Test
    void string_keyThatIsNotUtf8_isRefused() {
        assertThatThrownBy(() -> KeyFormat.STRING.check(new byte[] {(byte) 0xFF}))
                .isInstanceOf(SerializationException.class);
        assertThat(KeyFormat.STRING.text("MCI|MDW".getBytes(UTF_8))).isEqualTo("MCI|MDW");
        assertThat(KeyFormat.BYTES.text(new byte[] {(byte) 0xFF})).isEqualTo("/w==");
    }
}
