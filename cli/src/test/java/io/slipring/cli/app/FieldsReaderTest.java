/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsReaderTest {
    private static FieldsReader reader(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "application.id", "a",
                "bootstrap.servers", "b:1",
                "slipring.ring", "r",
                "slipring.input.topic", "in",
                "slipring.output.topic", "out",
                "slipring.aggregates", "sum(delay), first(at)"));
        settings.putAll(more);
        AppConfig config = AppConfig.parse(settings);
        return FieldsReader.of(config, Aggregation.of(config).wanted(), new Formats(config));
    }

    private static byte[] value(String at) {
        return ("{\"at\":" + at + ",\"delay\":7,\"when\":5}").getBytes(UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1357016400000;1357016400000",
                "\"1357016400000\";1357016400000",
                "0;0",
                "\"2013-01-01T05:00:00Z\";1357016400000",
                "\"2013-01-01T06:00:00.001+01:00\";1357016400001",
            })
    void read_timeInAFieldThatIsAggregatedToo_isTaken(String at, long time) {
        Fields fields = reader(Map.of("slipring.timestamp.field", "at")).fields(new RecordHeaders(), value(at));

        assertThat(fields.time()).hasValue(time);
        assertThat(fields.number(0)).isEqualTo("7");
        assertThat(fields.json(1)).isEqualTo(at);
        assertThat(fields.value()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "\"yesterday\"", "\"2013-01-01T05:00:00\"", "253402300800000", "true", "\"\""})
    void read_noTime_isUnreadable(String at) {
        FieldsReader reader = reader(Map.of("slipring.timestamp.field", "at"));

        assertThatThrownBy(() -> reader.fields(new RecordHeaders(), value(at)))
                .isInstanceOf(SerializationException.class)
                .hasMessageStartingWith("field 'at': ")
                .hasMessageEndingWith("was expected");
    }

    @Test
    void read_timeInAFieldOfItsOwn_isTaken() {
        assertThat(reader(Map.of("slipring.timestamp.field", "when"))
                        .fields(new RecordHeaders(), value("1"))
                        .time())
                .hasValue(5);
        assertThatThrownBy(() ->
                        reader(Map.of("slipring.timestamp.field", "gone")).fields(new RecordHeaders(), value("1")))
                .hasMessage("no field 'gone'");
    }

    @Test
    void read_lateTopic_keepsTheValue() {
        Map<String, String> settings = Map.of("slipring.window", "tumbling 1h grace 0", "slipring.late.topic", "late");

        Fields fields = reader(settings).fields(new RecordHeaders(), value("1"));

        assertThat(fields.value()).isEqualTo(value("1"));
        assertThat(fields.time()).isEmpty();
        assertThat(reader(Map.of()).fields(new RecordHeaders(), value("1")))
                .isEqualTo(JsonFields.read(
                        value("1"), List.of(new Wanted("delay", Wanted.As.NUMBER), new Wanted("at", Wanted.As.TEXT))));
    }
}
