/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.formats.AvroDecoder;
import io.slipring.formats.AvroEncoder;
import io.slipring.formats.RegistryFraming;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;

/** Fields of Avro records by name, through changes of their schema. */
class AvroFieldsTest {
    private static final List<Wanted> DELAY = List.of(new Wanted("delay", Wanted.As.NUMBER));

    private static Schema schema(String... fields) {
        return new Schema.Parser()
                .parse("{\"type\":\"record\",\"name\":\"Flight\",\"fields\":["
                        + String.join(",", fields).replace('\'', '"') + "]}");
    }

    private static Fields read(List<Wanted> wanted, Optional<Schema> given, Schema writer, Object... values) {
        GenericData.Record record = new GenericData.Record(writer);
        for (int i = 0; i < values.length; i++) {
            record.put(i, values[i]);
        }
        return new AvroDecoder<>(new RegistryFraming(id -> writer), new AvroFields(wanted, given))
                .decode(AvroEncoder.registered(1, writer).encode(record));
    }

    private static BigDecimal delay(Optional<Schema> given, Schema writer, Object... values) {
        return read(DELAY, given, writer, values).number(0);
    }

    @Test
    void number_ofEveryNumericType_isExact() {
        Optional<Schema> none = Optional.empty();
        assertThat(delay(none, schema("{'name':'x','type':'string'}", "{'name':'delay','type':'int'}"), "s", 7))
                .isEqualByComparingTo("7");
        assertThat(delay(none, schema("{'name':'delay','type':'long'}"), Long.MIN_VALUE))
                .isEqualByComparingTo(BigDecimal.valueOf(Long.MIN_VALUE));
        assertThat(delay(none, schema("{'name':'delay','type':'double'}"), 0.1)).isEqualByComparingTo("0.1");
        assertThat(delay(none, schema("{'name':'delay','type':'float'}"), 0.1f)).isEqualByComparingTo("0.1");
        assertThat(delay(none, schema("{'name':'delay','type':'string'}"), " 2.5e3 "))
                .isEqualByComparingTo("2500");
        assertThat(delay(none, schema("{'name':'delay','type':['null','int']}"), -3))
                .isEqualByComparingTo("-3");
        String decimal = "'logicalType':'decimal','precision':9,'scale':2}}";
        assertThat(delay(none, schema("{'name':'delay','type':{'type':'bytes'," + decimal), bytes(-12345)))
                .isEqualTo(new BigDecimal("-123.45"));
        Schema fixed = schema("{'name':'delay','type':{'type':'fixed','name':'D','size':4," + decimal);
        assertThat(delay(
                        none,
                        fixed,
                        new GenericData.Fixed(fixed.getField("delay").schema(), new byte[] {0, 0, 1, 0})))
                .isEqualTo(new BigDecimal("2.56"));
        Schema nullable = schema("{'name':'delay','type':['null',{'type':'bytes'," + decimal.replace("}}", "}]}"));
        assertThat(delay(none, nullable, bytes(99))).isEqualTo(new BigDecimal("0.99"));
    }

    private static ByteBuffer bytes(long unscaled) {
        return ByteBuffer.wrap(BigDecimal.valueOf(unscaled).unscaledValue().toByteArray());
    }

    @Test
    void number_thatIsNone_isRefusedByName() {
        Optional<Schema> none = Optional.empty();
        assertThatThrownBy(() -> delay(none, schema("{'name':'delay','type':['null','int']}"), (Object) null))
                .isInstanceOf(SerializationException.class)
                .hasMessage("field 'delay': a number, or text that holds one was expected, it is null");
        assertThatThrownBy(() -> delay(none, schema("{'name':'delay','type':'double'}"), Double.NaN))
                .hasMessage("field 'delay': a finite number was expected");
        assertThatThrownBy(() -> delay(none, schema("{'name':'delay','type':'string'}"), "many"))
                .hasMessage("field 'delay': a number was expected, the text is none");
        assertThatThrownBy(() -> delay(none, schema("{'name':'delay','type':'bytes'}"), bytes(1)))
                .hasMessageContaining("only with the logical type decimal");
        assertThatThrownBy(() -> delay(none, schema("{'name':'a','type':'int'}", "{'name':'b','type':'int'}"), 1, 2))
                .hasMessage("no field 'delay' in schema Flight, which has a, b");
    }

    @Test
    void text_ofScalars_isAsInJson() {
        Schema writer = schema(
                "{'name':'s','type':'string'}",
                "{'name':'b','type':'boolean'}",
                "{'name':'e','type':{'type':'enum','name':'E','symbols':['A','B']}}");
        Fields fields = read(
                List.of(
                        new Wanted("e", Wanted.As.TEXT),
                        new Wanted("s", Wanted.As.TEXT),
                        new Wanted("b", Wanted.As.TEXT)),
                Optional.empty(),
                writer,
                "a\"b",
                true,
                new GenericData.EnumSymbol(writer.getField("e").schema(), "B"));

        assertThat(fields.scalars()).extracting(Scalar::json).containsExactly("\"B\"", "\"a\\\"b\"", "true");
    }

    @Test
    void evolution_withoutAReadersSchema_followsTheWriters() {
        Optional<Schema> none = Optional.empty();
        Schema added = schema("{'name':'carrier','type':'string'}", "{'name':'delay','type':'int'}");
        assertThat(delay(none, added, "AA", 5)).isEqualByComparingTo("5");
        Schema renamed = schema("{'name':'delay_minutes','type':'long','aliases':['delay']}");
        assertThat(delay(none, renamed, 6L)).isEqualByComparingTo("6");
        List<Wanted> both = List.of(DELAY.get(0), new Wanted("delay_minutes", Wanted.As.TEXT));
        assertThat(read(both, none, renamed, 6L).text(1)).isEqualTo("6");
    }

    @Test
    void evolution_withAReadersSchema_usesItsDefaultsAndBothSidesAliases() {
        Optional<Schema> reader =
                Optional.of(schema("{'name':'delay','type':'double','default':9.5,'aliases':['lateness']}"));
        assertThat(delay(reader, schema("{'name':'x','type':'int'}"), 1)).isEqualByComparingTo("9.5");
        assertThat(delay(reader, schema("{'name':'delay','type':'int'}"), 1)).isEqualByComparingTo("1");
        assertThat(delay(reader, schema("{'name':'lateness','type':'long'}"), 2L))
                .isEqualByComparingTo("2");
        assertThat(delay(reader, schema("{'name':'minutes','type':'int','aliases':['delay']}"), 3))
                .isEqualByComparingTo("3");
        assertThatThrownBy(() -> delay(reader, schema("{'name':'delay','type':'string'}"), "4"))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("Found string, expecting double");
    }

    @Test
    void fields_ofNone_skipTheRecordToItsEnd() {
        assertThat(read(List.of(), Optional.empty(), schema("{'name':'s','type':'string'}"), "x"))
                .isEqualTo(Fields.NONE);
    }

    @Test
    void fields_ofAPlainValueOrAUnion_areFound() {
        Schema union = Schema.createUnion(schema("{'name':'delay','type':'int'}"), Schema.create(Schema.Type.LONG));
        AvroDecoder<Fields> decoder =
                new AvroDecoder<>(new RegistryFraming(id -> union), new AvroFields(DELAY, Optional.empty()));
        GenericData.Record record = new GenericData.Record(union.getTypes().get(0));
        record.put(0, 4);
        AvroEncoder encoder = AvroEncoder.registered(1, union);

        assertThat(decoder.decode(encoder.encode(record)).number(0)).isEqualByComparingTo("4");
        byte[] plain = encoder.encode(8L);
        assertThatThrownBy(() -> decoder.decode(plain)).hasMessageContaining("the value is no record");
        assertThat(new AvroDecoder<>(
                                new RegistryFraming(id -> union),
                                new AvroFields(List.of(new Wanted("value", Wanted.As.NUMBER)), Optional.empty()))
                        .decode(plain)
                        .number(0))
                .isEqualByComparingTo("8");
    }

    /** What a user may have on the class path; settings choose what it makes. */
    public static final class StandIn implements Serde<Object> {
        private String makes = "";

        @Override
        public void configure(Map<String, ?> configs, boolean isKey) {
            makes = configs.get("stand.in.makes") + (isKey ? " of keys" : "");
        }

        @Override
        public Serializer<Object> serializer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Deserializer<Object> deserializer() {
            return (topic, bytes) -> {
                if (makes.equals("text")) {
                    return topic + bytes.length;
                }
                GenericData.Record record = new GenericData.Record(schema("{'name':'delay','type':'int'}"));
                record.put(0, bytes.length);
                return record;
            };
        }
    }

    private static Fields bySerde(String serde, String makes, Wanted wanted) {
        AppConfig config = AppConfig.parse(Map.of(
                "application.id", "a",
                "bootstrap.servers", "b:1",
                "slipring.ring", "r",
                "slipring.input.topic", "in",
                "slipring.output.topic", "o",
                "slipring.value.serde", serde,
                "stand.in.makes", makes));
        return config.valueFormat()
                .reader(List.of(wanted), new Formats(config))
                .fields(new org.apache.kafka.common.header.internals.RecordHeaders(), new byte[3]);
    }

    @Test
    void serde_byName_makesRecordsOrPlainValues() {
        String standIn = StandIn.class.getName();
        assertThat(bySerde(standIn, "records", DELAY.get(0)).number(0)).isEqualByComparingTo("3");
        assertThat(bySerde(standIn, "text", new Wanted("value", Wanted.As.TEXT)).text(0))
                .isEqualTo("in3");
        assertThatThrownBy(() -> bySerde("no.such.Serde", "", DELAY.get(0)))
                .hasMessage(
                        "Invalid value no.such.Serde for configuration slipring.value.serde: is not on the class path");
        assertThatThrownBy(() -> bySerde("java.lang.String", "", DELAY.get(0))).hasMessageContaining("must be a Serde");
        assertThatThrownBy(() -> bySerde(Serdes.LongSerde.class.getName(), "", DELAY.get(0)))
                .isInstanceOf(SerializationException.class);
    }
}
