/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import io.slipring.formats.AvroEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;

/** Makes the bytes of keys. */
@SuppressWarnings("NullAway") // Kafka's contract: a record without a key has a null one
record KeySerializer(Function<String, byte[]> bytes) implements Serializer<String> {
    static KeySerializer string() {
        return new KeySerializer(key -> key.getBytes(StandardCharsets.UTF_8));
    }

    static KeySerializer whole() {
        return new KeySerializer(KeySerializer::whole);
    }

    static KeySerializer avro(AvroEncoder encoder) {
        return new KeySerializer(encoder::encode);
    }

    static byte[] whole(String text) {
        try {
            return ByteBuffer.allocate(Long.BYTES).putLong(Long.parseLong(text)).array();
        } catch (NumberFormatException e) {
            throw new SerializationException("a whole number of at most 64 bits was expected");
        }
    }

    @Override
    public byte[] serialize(String topic, String key) {
        return key == null ? null : bytes.apply(key);
    }
}
