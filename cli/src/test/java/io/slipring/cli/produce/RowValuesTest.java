/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.cli.input.KeyedRow;
import io.slipring.formats.AvroDecoder;
import io.slipring.formats.AvroEncoder;
import io.slipring.formats.AvroView;
import io.slipring.formats.SingleObjectFraming;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class RowValuesTest {
    private static String read(byte[] value, Schema schema) {
        return new AvroDecoder<>(
                        SingleObjectFraming.of(List.of(schema)), writer -> new AvroView<>(writer, String::valueOf))
                .decode(value);
    }

    @Test
    void avro_withoutSchema_infersItFromTheFirstRows() {
        AtomicReference<Schema> made = new AtomicReference<>();
        RowValues values = RowValues.avro("t", Optional.empty(), true, schema -> {
            made.set(schema);
            return AvroEncoder.singleObject(schema);
        });

        values.begin(List.of(new KeyedRow(2, "k", "{\"a\":\"1\"}"), new KeyedRow(3, "k", "{\"a\":\"2\"}")));

        assertThat(read(values.serialize("t", "{\"a\":\"7\"}"), made.get())).isEqualTo("{\"a\": 7}");
        assertThatThrownBy(() -> values.serialize("t", "{\"a\":\"x\"}"))
                .isInstanceOf(SerializationException.class)
                .hasMessage("'a': a number was expected");
    }

    @Test
    void avro_withSchema_needsNoRowsAhead() {
        Schema schema = new Schema.Parser()
                .parse("{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"double\"}]}");
        RowValues values = RowValues.avro("t", Optional.of(schema), true, AvroEncoder::singleObject);

        assertThat(values.sample()).isZero();
        values.begin(List.of());

        assertThat(read(values.serialize("t", "{\"a\":\"0.5\"}"), schema)).isEqualTo("{\"a\": 0.5}");
    }

    @Test
    void stringAndLong_ofOneColumn_areItsCell() {
        assertThat(RowValues.string().serialize("t", "{\"a\":\"x y\"}"))
                .isEqualTo("x y".getBytes(StandardCharsets.UTF_8));
        assertThat(ByteBuffer.wrap(RowValues.whole().serialize("t", "{\"a\":\"-5\"}"))
                        .getLong())
                .isEqualTo(-5);
        assertThatThrownBy(() -> RowValues.string().serialize("t", "{\"a\":1,\"b\":2}"))
                .hasMessage("one column was expected, there are 2; choose with --value");
        assertThatThrownBy(() -> RowValues.whole().serialize("t", "{\"a\":1.5}"))
                .hasMessage("a whole number of at most 64 bits was expected");
    }
}
