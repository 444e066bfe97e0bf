/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Avro's single-object encoding: C3 01, then the schema's 64-bit fingerprint, least significant byte first.
 *
 * @param schemas by fingerprint
 */
public record SingleObjectFraming(Map<Long, Schema> schemas) implements Framing {
    private static final int HEADER = 10;

    /** Copies the map. */
    public SingleObjectFraming {
        schemas = Map.copyOf(schemas);
    }

    /** Of records that any of these schemas wrote. */
    public static SingleObjectFraming of(List<Schema> schemas) {
        return new SingleObjectFraming(schemas.stream()
                .collect(Collectors.toMap(
                        SchemaNormalization::parsingFingerprint64, Function.identity(), (first, same) -> first)));
    }

    @Override
    public int headerBytes() {
        return HEADER;
    }

    @Override
    public long writer(byte[] bytes) {
        if (bytes.length < HEADER || (bytes[0] & 0xFF) != 0xC3 || bytes[1] != 1) {
            throw new SerializationException("the bytes C3 01 and a fingerprint of 8 bytes were expected");
        }
        long writer = 0;
        for (int i = HEADER - 1; i >= 2; i--) {
            writer = (writer << 8) | (bytes[i] & 0xFF);
        }
        return writer;
    }

    @Override
    public Schema schema(long writer) {
        Schema schema = schemas.get(writer);
        if (schema == null) {
            throw new UnknownSchemaIdException("none of the given schemas has the " + name(writer));
        }
        return schema;
    }

    @Override
    public String name(long writer) {
        return "fingerprint %016x".formatted(writer);
    }

    static byte[] header(Schema schema) {
        byte[] header = new byte[HEADER];
        header[0] = (byte) 0xC3;
        header[1] = 1;
        long fingerprint = SchemaNormalization.parsingFingerprint64(schema);
        for (int i = 2; i < HEADER; i++) {
            header[i] = (byte) fingerprint;
            fingerprint >>>= 8;
        }
        return header;
    }
}
