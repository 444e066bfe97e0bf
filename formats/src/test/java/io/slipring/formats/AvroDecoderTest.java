/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.testkit.Fuzz;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class AvroDecoderTest {
    private static final Schema SCHEMA = new Schema.Parser().parse("""
            {"type":"record","name":"Flight","fields":[
             {"name":"date","type":"string"},
             {"name":"delay","type":["null","int"]},
             {"name":"legs","type":{"type":"array","items":"string"}},
             {"name":"tags","type":{"type":"map","values":"double"}},
             {"name":"raw","type":"bytes"},
             {"name":"next","type":["null","Flight"],"default":null}]}
            """);

    private final AvroDecoder<GenericRecord> decoder = new AvroDecoder<>(
            new RegistryFraming(id -> {
                if (id == 7) {
                    return SCHEMA;
                }
                throw new UnknownSchemaIdException("no " + id);
            }),
            writer -> new AvroView<>(writer, GenericRecord.class::cast));

    private static GenericRecord flight() {
        GenericRecord inner = new GenericRecordBuilder(SCHEMA)
                .set("date", "02020202")
                .set("delay", null)
                .set("legs", List.of())
                .set("tags", Map.of())
                .set("raw", ByteBuffer.allocate(0))
                .build();
        return new GenericRecordBuilder(SCHEMA)
                .set("date", "01010530")
                .set("delay", -7)
                .set("legs", List.of("MCI", "MDW", "ORD"))
                .set("tags", Map.of("a", 0.5))
                .set("raw", ByteBuffer.wrap(new byte[] {1, 2, 3}))
                .set("next", inner)
                .build();
    }

    private static byte[] written() {
        return AvroEncoder.registered(7, SCHEMA).encode(flight());
    }

    @Test
    void decode_written_isEqual() {
        assertThat(decoder.decode(written())).hasToString(flight().toString());
    }

    @Test
    void decode_anythingElse_isRefusedWithTheReason() {
        byte[] good = written();
        byte[] wrongMagic = good.clone();
        wrongMagic[0] = 1;
        byte[] unknown = good.clone();
        unknown[4] = 8;

        assertThatThrownBy(() -> decoder.decode(new byte[] {0, 0}))
                .hasMessage("a zero and 4 bytes of schema id were expected, there are 2 bytes");
        assertThatThrownBy(() -> decoder.decode(wrongMagic)).hasMessageContaining("the first byte must be 0, was 1");
        assertThatThrownBy(() -> decoder.decode(unknown)).isInstanceOf(UnknownSchemaIdException.class);
        for (int length = 0; length < good.length; length++) {
            byte[] truncated = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> decoder.decode(truncated)).isInstanceOf(SerializationException.class);
        }
        assertThatThrownBy(() -> decoder.decode(Arrays.copyOf(good, good.length + 3)))
                .hasMessage("the record of schema id 7 ends 3 bytes before its value does");
    }

    @Test
    void decode_nestedWithoutEnd_isRefused() {
        byte[] header = {0, 0, 0, 0, 7};
        byte[] level = {0, 0, 0, 0, 0, 2};
        byte[] bytes = Arrays.copyOf(header, header.length + 200_000 * level.length);
        for (int i = 0; i < 200_000; i++) {
            System.arraycopy(level, 0, bytes, header.length + i * level.length, level.length);
        }

        assertThatThrownBy(() -> decoder.decode(bytes)).isInstanceOf(SerializationException.class);
    }

    @Test
    void decode_damaged_isReadOrRefusedInBoundedMemory() {
        Fuzz.of("AvroDecoder", decoder::decode)
                .sample(written())
                .refuses(SerializationException.class)
                .run();
    }

    @Test
    void decode_singleObject_needsItsSchema() {
        byte[] bytes = AvroEncoder.singleObject(SCHEMA).encode(flight());
        AvroDecoder<Object> known = new AvroDecoder<>(
                SingleObjectFraming.of(List.of(Schema.create(Schema.Type.LONG), SCHEMA)),
                writer -> new AvroView<>(writer, datum -> datum));
        AvroDecoder<Object> other = new AvroDecoder<>(
                SingleObjectFraming.of(List.of(Schema.create(Schema.Type.LONG))),
                writer -> new AvroView<>(writer, datum -> datum));

        assertThat(known.decode(bytes)).isInstanceOf(GenericRecord.class);
        assertThatThrownBy(() -> other.decode(bytes))
                .isInstanceOf(UnknownSchemaIdException.class)
                .hasMessageStartingWith("none of the given schemas has the fingerprint ");
        assertThatThrownBy(() -> known.decode(written())).hasMessageContaining("C3 01");
    }
}
