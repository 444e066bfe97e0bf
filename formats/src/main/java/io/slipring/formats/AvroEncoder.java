/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Writes values of one schema. Not thread-safe. */
public final class AvroEncoder {
    private final byte[] header;
    private final GenericDatumWriter<@Nullable Object> writer;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final BinaryEncoder out = EncoderFactory.get().directBinaryEncoder(bytes, null);

    private AvroEncoder(byte[] header, Schema schema) {
        this.header = header;
        this.writer = new GenericDatumWriter<>(schema);
    }

    /** In Confluent's wire format. */
    public static AvroEncoder registered(int id, Schema schema) {
        return new AvroEncoder(RegistryFraming.header(id), schema);
    }

    /** In Avro's single-object encoding. */
    public static AvroEncoder singleObject(Schema schema) {
        return new AvroEncoder(SingleObjectFraming.header(schema), schema);
    }

    /**
     * Writes a value.
     *
     * @throws SerializationException if it is not of the schema
     */
    public byte[] encode(@Nullable Object datum) {
        bytes.reset();
        bytes.writeBytes(header);
        try {
            writer.write(datum, out);
            out.flush();
        } catch (IOException | AvroRuntimeException | ClassCastException | NullPointerException e) {
            throw new SerializationException("not of the schema: " + e.getMessage(), e);
        }
        return bytes.toByteArray();
    }
}
