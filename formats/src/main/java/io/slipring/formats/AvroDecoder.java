/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import io.slipring.schemas.BoundedDecoder;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * Reads Avro records, whichever schema wrote them, in memory bounded by their size. What a schema needs is prepared when its
 * first record comes, and kept. Thread-safe.
 */
public final class AvroDecoder<T> {
    /** Generic records only, no class is ever looked up by a schema's names. */
    private static final GenericData MODEL = new GenericData();

    private final Framing framing;
    private final Function<Schema, AvroView<T>> views;
    private final Map<Long, Prepared<T>> prepared = new ConcurrentHashMap<>();

    /**
     * Makes one.
     *
     * @param views gives the view of a writer's schema; throws {@link SerializationException} if there is none
     */
    public AvroDecoder(Framing framing, Function<Schema, AvroView<T>> views) {
        this.framing = framing;
        this.views = views;
    }

    /** Avro's own readers look up what they prepared by the thread, so each thread has one. */
    private record Prepared<T>(
            ThreadLocal<GenericDatumReader<@Nullable Object>> reader, Function<@Nullable Object, T> result) {}

    /**
     * Reads a record, which must fill the bytes.
     *
     * @throws SerializationException if it can't be read, now or later; doesn't tell values
     * @throws RegistryUnavailableException if its schema can't be had now
     */
    public T decode(byte[] bytes) {
        long writer = framing.writer(bytes);
        Prepared<T> with = prepared.get(writer);
        if (with == null) {
            with = prepare(writer);
        }
        BoundedDecoder in = new BoundedDecoder(bytes, framing.headerBytes());
        Object datum = read(writer, with.reader().get(), in);
        if (in.remaining() > 0) {
            throw new SerializationException("the record of %s ends %d bytes before its value does"
                    .formatted(framing.name(writer), in.remaining()));
        }
        return with.result().apply(datum);
    }

    private @Nullable Object read(long writer, GenericDatumReader<@Nullable Object> reader, BoundedDecoder in) {
        try {
            return reader.read(null, in);
        } catch (StackOverflowError e) {
            throw new SerializationException("the record of " + framing.name(writer) + " is nested too deep", e);
        } catch (IOException | RuntimeException e) {
            throw new SerializationException("not a record of " + framing.name(writer) + ": " + e.getMessage(), e);
        }
    }

    private Prepared<T> prepare(long writer) {
        Schema schema = framing.schema(writer);
        try {
            AvroView<T> view = views.apply(schema);
            Prepared<T> made = new Prepared<>(
                    ThreadLocal.withInitial(() -> new GenericDatumReader<>(schema, view.reader(), MODEL)),
                    view.result());
            prepared.put(writer, made);
            return made;
        } catch (AvroRuntimeException e) {
            throw new SerializationException(framing.name(writer) + ": " + e.getMessage(), e);
        }
    }
}
