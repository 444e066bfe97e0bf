/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Confluent's wire format: a zero, then the schema's number in a registry, 4 bytes, most significant first.
 *
 * @param schemas the registry
 */
public record RegistryFraming(SchemaLookup schemas) implements Framing {
    private static final int HEADER = 5;

    @Override
    public int headerBytes() {
        return HEADER;
    }

    @Override
    public long writer(byte[] bytes) {
        if (bytes.length < HEADER) {
            throw new SerializationException(
                    "a zero and 4 bytes of schema id were expected, there are " + bytes.length + " bytes");
        }
        if (bytes[0] != 0) {
            throw new SerializationException(
                    "the first byte must be 0, was " + (bytes[0] & 0xFF) + "; is it Avro with a registry?");
        }
        return ByteBuffer.wrap(bytes).getInt(1);
    }

    @Override
    public Schema schema(long writer) {
        return schemas.schema((int) writer);
    }

    @Override
    public String name(long writer) {
        return "schema id " + writer;
    }

    static byte[] header(int id) {
        return ByteBuffer.allocate(HEADER).putInt(1, id).array();
    }
}
