/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.slipring.cli.input.KeyedRow;
import io.slipring.formats.AvroEncoder;
import io.slipring.formats.InferredSchema;
import io.slipring.formats.JsonToAvro;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;

/** Makes values of rows, which are the text of a JSON object. Not thread-safe. */
abstract class RowValues implements Serializer<String> {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Numbers as they stand there. */
    private static final com.fasterxml.jackson.databind.ObjectReader READER = JSON.readerFor(JsonNode.class)
            .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .without(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES);

    /** Rows to look at before the first is sent. */
    int sample() {
        return 0;
    }

    /**
     * Prepares for the rows.
     *
     * @param sample the first ones
     */
    void begin(List<KeyedRow> sample) {}

    private static RowValues of(Function<String, byte[]> bytes) {
        return new RowValues() {
            @Override
            public byte[] serialize(String topic, String row) {
                return bytes.apply(row);
            }
        };
    }

    static RowValues json() {
        return of(row -> row.getBytes(StandardCharsets.UTF_8));
    }

    static RowValues string() {
        return of(row -> only(row).getBytes(StandardCharsets.UTF_8));
    }

    static RowValues whole() {
        return of(row -> KeySerializer.whole(only(row)));
    }

    /**
     * Avro records.
     *
     * @param given their schema; empty to infer it
     * @param text whether all cells are text
     * @param encoders makes the encoder of a schema, after registering it where that is asked for
     */
    static RowValues avro(String topic, Optional<Schema> given, boolean text, Function<Schema, AvroEncoder> encoders) {
        return new AvroRows(topic, given, text, encoders);
    }

    private static String only(String row) {
        ObjectNode object = object(row);
        if (object.size() != 1 || !object.elements().next().isValueNode()) {
            throw new SerializationException(
                    "one column was expected, there are " + object.size() + "; choose with --value");
        }
        return object.elements().next().asText();
    }

    private static ObjectNode object(String row) {
        try {
            return READER.readValue(row);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A row is always an object", e);
        }
    }

    private static final class AvroRows extends RowValues {
        private static final int SAMPLE = 1_000;

        private final String topic;
        private final boolean text;
        private final Function<Schema, AvroEncoder> encoders;
        private Optional<Schema> schema;
        private Optional<AvroEncoder> encoder = Optional.empty();

        AvroRows(String topic, Optional<Schema> schema, boolean text, Function<Schema, AvroEncoder> encoders) {
            this.topic = topic;
            this.schema = schema;
            this.text = text;
            this.encoders = encoders;
        }

        @Override
        int sample() {
            return schema.isPresent() ? 0 : SAMPLE;
        }

        @Override
        void begin(List<KeyedRow> sample) {
            if (schema.isEmpty() && sample.isEmpty()) {
                return;
            }
            Schema found = schema.orElseGet(() -> InferredSchema.of(
                    topic, sample.stream().map(row -> object(row.value())).toList(), text));
            schema = Optional.of(found);
            encoder = Optional.of(encoders.apply(found));
        }

        @Override
        public byte[] serialize(String ignored, String row) {
            return encoder.orElseThrow().encode(JsonToAvro.value(object(row), schema.orElseThrow()));
        }
    }
}
