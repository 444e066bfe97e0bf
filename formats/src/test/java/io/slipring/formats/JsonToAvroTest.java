/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonToAvroTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static Object value(String json, String schema) throws Exception {
        return JsonToAvro.value(JSON.readTree(json), new Schema.Parser().parse(schema));
    }

    private static ObjectNode row(String json) {
        try {
            return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
        } catch (Exception e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static String inferred(boolean text, String... rows) {
        return InferredSchema.of(
                        "flights-1", Stream.of(rows).map(JsonToAvroTest::row).toList(), text)
                .toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "12; \"int\"; 12",
                "\" -12 \"; \"long\"; -12",
                "\"2.5\"; \"double\"; 2.5",
                "\"true\"; \"boolean\"; true",
                "7; \"string\"; 7",
                "\"\"; [\"null\",\"int\"]; null",
                "\"\"; [\"null\",\"string\"]; ``",
                "\"3\"; [\"null\",\"int\",\"double\"]; 3",
                "\"3.5\"; [\"null\",\"int\",\"double\"]; 3.5",
                "[1,2]; {\"type\":\"array\",\"items\":\"int\"}; [1, 2]",
                "{\"a\":1}; {\"type\":\"map\",\"values\":\"int\"}; {a=1}",
                "\"B\"; {\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"]}; B",
            })
    void value_ofEachType_isRead(String json, String schema, String expected) throws Exception {
        assertThat(String.valueOf(value(json, schema))).isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "3000000000; \"int\"; a number within int",
                "1.5; \"long\"; a number within long",
                "\"x\"; \"long\"; a number was expected",
                "\"1e999\"; \"double\"; within double",
                "null; \"string\"; text was expected",
                "\"C\"; {\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"A\",\"B\"]}; one of the enum's symbols",
                "\"1e99999999\"; {\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":5,\"scale\":2}; of 5 digits",
                "\"1.234\"; {\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":5,\"scale\":2}; within bytes",
            })
    void value_thatDoesNotFit_isRefused(String json, String schema, String reason) {
        assertThatThrownBy(() -> value(json, schema))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void record_fieldsByNameAliasAndDefault_nothingLeftOut() throws Exception {
        String schema = "{\"type\":\"record\",\"name\":\"F\",\"fields\":["
                + "{\"name\":\"a\",\"type\":\"int\",\"aliases\":[\"old\"]},"
                + "{\"name\":\"b\",\"type\":\"int\",\"default\":5}]}";

        assertThat(value("{\"old\":1}", schema)).hasToString("{\"a\": 1, \"b\": 5}");
        assertThatThrownBy(() -> value("{\"b\":1}", schema)).hasMessageContaining("there is no 'a'");
        assertThatThrownBy(() -> value("{\"a\":1,\"c\":1}", schema)).hasMessage("the schema has no 'c'");
        assertThatThrownBy(() -> value("{\"a\":\"x\"}", schema)).hasMessage("'a': a number was expected");
    }

    @Test
    void of_textColumns_areNumbersOnlyIfNothingIsLost() {
        assertThat(inferred(
                        true,
                        "{'n':'1','zero':'007','x':'1.50','mixed':'1','gap':'','date':'01010530'}",
                        "{'n':'-20','zero':'8','x':'2','mixed':'a','gap':'3','date':'11010530'}"))
                .isEqualTo("{\"type\":\"record\",\"name\":\"flights_1\",\"fields\":["
                        + "{\"name\":\"n\",\"type\":\"long\"},"
                        + "{\"name\":\"zero\",\"type\":\"string\"},{\"name\":\"x\",\"type\":\"double\"},"
                        + "{\"name\":\"mixed\",\"type\":\"string\"},"
                        + "{\"name\":\"gap\",\"type\":[\"null\",\"long\"],\"default\":null},"
                        + "{\"name\":\"date\",\"type\":\"string\"}]}");
    }

    @Test
    void of_json_keepsItsTypes() {
        assertThat(inferred(false, "{'a':1,'b':'1','c':true,'d':1}", "{'a':null,'b':'x','c':false,'d':2.5,'e':'f'}"))
                .contains("{\"name\":\"a\",\"type\":[\"null\",\"long\"],\"default\":null}")
                .contains("{\"name\":\"b\",\"type\":\"string\"}")
                .contains("{\"name\":\"c\",\"type\":\"boolean\"}")
                .contains("{\"name\":\"d\",\"type\":\"double\"}")
                .contains("{\"name\":\"e\",\"type\":[\"null\",\"string\"],\"default\":null}");
    }

    @Test
    void of_whatAvroCannotName_isRefusedWithTheRemedy() {
        assertThatThrownBy(() -> inferred(true, "{'first name':'x'}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("give --schema FILE");
        assertThatThrownBy(() -> inferred(false, "{'a':{}}")).hasMessageContaining("'a' is nested");
        assertThat(List.of(inferred(true, "{'a':'x'}"))).hasSize(1);
    }
}
