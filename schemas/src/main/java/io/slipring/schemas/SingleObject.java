/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Avro's single-object encoding of one kind of message: the bytes C3 01, the schema's 64-bit Rabin fingerprint (8 bytes,
 * little-endian), then the message in Avro's binary encoding. Needs no schema registry and no JVM-wide Avro setting.
 *
 * <p>Reads what every earlier version of the message's schema wrote. What the version before can express is written by that,
 * so that both can run side by side. Memory is bounded by the size of the bytes, also when
 * they are damaged. Thread-safe.
 *
 * @param <T> the generated class of the message
 */
public final class SingleObject<T extends SpecificRecord> {

    /** Ring definitions on the control topic. */
    public static final SingleObject<RingDefinition> RING_DEFINITION =
            new SingleObject<>(RingDefinition.class, RingDefinition.getClassSchema());

    /** Registrations of applications on the control topic. */
    public static final SingleObject<AppRegistration> APP_REGISTRATION =
            new SingleObject<>(AppRegistration.class, AppRegistration.getClassSchema());

    /** Progress of tasks on the control topic. */
    public static final SingleObject<TaskProgress> TASK_PROGRESS =
            new SingleObject<>(TaskProgress.class, TaskProgress.getClassSchema());

    /** What producers saw, on the control topic. */
    public static final SingleObject<HotKeyReport> HOT_KEY_REPORT =
            new SingleObject<>(HotKeyReport.class, HotKeyReport.getClassSchema());

    /** What was erased, on the control topic. */
    public static final SingleObject<Erasure> ERASURE = new SingleObject<>(Erasure.class, Erasure.getClassSchema());

    /** What a task keeps in its control store. */
    public static final SingleObject<ControlState> CONTROL_STATE = controlState();

    /** What a task says of its home state, in its home store. */
    public static final SingleObject<TaskLedger> TASK_LEDGER =
            new SingleObject<>(TaskLedger.class, TaskLedger.getClassSchema());

    /** What tasks send each other over the transfer topic. */
    public static final SingleObject<TransferMessage> TRANSFER_MESSAGE = transferMessage();

    /** Keys that tasks are to erase, on the transfer topic. */
    public static final SingleObject<EraseKey> ERASE_KEY =
            new SingleObject<>(EraseKey.class, EraseKey.getClassSchema());

    private static final int MARKER = 0x01C3;
    private static final int HEADER_BYTES = 10;

    private final Class<T> type;
    private final long fingerprint;
    private final DatumWriter<T> writer;
    private final Map<Long, DatumReader<T>> readers;
    private final Optional<Earlier<T>> earlier;

    /** An earlier version, which writes what it can express, so that instances that have only that one can read it. */
    private record Earlier<T>(long fingerprint, DatumWriter<T> writer, Predicate<T> fits) {}

    private SingleObject(
            Class<T> type,
            long fingerprint,
            DatumWriter<T> writer,
            Map<Long, DatumReader<T>> readers,
            Optional<Earlier<T>> earlier) {
        this.type = type;
        this.fingerprint = fingerprint;
        this.writer = writer;
        this.readers = readers;
        this.earlier = earlier;
    }

    private SingleObject(Class<T> type, Schema schema) {
        this(type, schema, SchemaHistory.of(type.getSimpleName()));
    }

    SingleObject(Class<T> type, Schema schema, List<Schema> history) {
        KnownRecords model = new KnownRecords();
        this.type = type;
        this.fingerprint = SchemaNormalization.parsingFingerprint64(schema);
        this.writer = new SpecificDatumWriter<>(schema, model);
        this.readers = new HashMap<>();
        for (Schema written : history) {
            readers.put(
                    SchemaNormalization.parsingFingerprint64(written),
                    new SpecificDatumReader<>(written, schema, model));
        }
        readers.put(fingerprint, new SpecificDatumReader<>(schema, schema, model));
        this.earlier = Optional.empty();
    }

    private static SingleObject<TransferMessage> transferMessage() {
        TransferMessageFormat first = TransferMessageFormat.version1();
        TransferMessageFormat second = TransferMessageFormat.version2();
        long firstFingerprint = SchemaNormalization.parsingFingerprint64(
                SchemaHistory.of(TransferMessage.class.getSimpleName()).get(0));
        return new SingleObject<>(TransferMessage.class, TransferMessage.getClassSchema())
                .withReader(firstFingerprint, first)
                .withPresentFormat(second, second)
                .withEarlier(new Earlier<>(firstFingerprint, first, TransferMessageFormat::fitsVersion1));
    }

    private static SingleObject<ControlState> controlState() {
        Schema first = SchemaHistory.of(ControlState.class.getSimpleName()).get(0);
        KnownRecords model = new KnownRecords();
        model.setCustomCoders(false); // which would write the present version
        return new SingleObject<>(ControlState.class, ControlState.getClassSchema())
                .withEarlier(new Earlier<>(
                        SchemaNormalization.parsingFingerprint64(first),
                        new SpecificDatumWriter<>(first, model),
                        state -> state.getWindows() == null));
    }

    private SingleObject<T> withReader(long written, DatumReader<T> reader) {
        readers.put(written, reader);
        return this;
    }

    /** Replaces Avro's generic way with the present schema. */
    private SingleObject<T> withPresentFormat(DatumWriter<T> presentWriter, DatumReader<T> presentReader) {
        return new SingleObject<>(type, fingerprint, presentWriter, readers, earlier)
                .withReader(fingerprint, presentReader);
    }

    private SingleObject<T> withEarlier(Earlier<T> version) {
        return new SingleObject<>(type, fingerprint, writer, readers, Optional.of(version));
    }

    /** Returns the message as bytes of its own. */
    public byte[] encode(T message) {
        Optional<Earlier<T>> version =
                earlier.filter(candidate -> candidate.fits().test(message));
        GrowingEncoder out = new GrowingEncoder();
        out.writeLittleEndian(MARKER, 2);
        out.writeLittleEndian(version.map(Earlier::fingerprint).orElse(fingerprint), Long.BYTES);
        try {
            version.map(Earlier::writer).orElse(writer).write(message, out);
        } catch (IOException e) {
            throw new AvroRuntimeException("Cannot write " + type.getSimpleName(), e);
        }
        return out.toBytes();
    }

    /**
     * Returns the message that the bytes hold; it shares no memory with them.
     *
     * @throws NotSingleObjectException if they do not start with C3 01
     * @throws UnknownSchemaException if they were written by a schema that this version does not have
     * @throws DamagedMessageException if they are too short, too long, or have a value that the schema rules out
     */
    public T decode(byte[] bytes) {
        BoundedDecoder in = new BoundedDecoder(bytes, Math.min(bytes.length, HEADER_BYTES));
        DatumReader<T> reader = reader(bytes);
        T message;
        try {
            message = reader.read(null, in);
        } catch (IOException | AvroRuntimeException | IndexOutOfBoundsException | ClassCastException e) {
            throw new DamagedMessageException(
                    type.getSimpleName() + " of " + bytes.length + " bytes is damaged: " + e.getMessage(), e);
        }
        if (in.remaining() > 0) {
            throw new DamagedMessageException(type.getSimpleName() + " of " + bytes.length + " bytes must end after "
                    + (bytes.length - in.remaining()) + " bytes");
        }
        return message;
    }

    /** Whether the bytes are a message of this kind, judged by their head; for topics that hold several kinds. */
    public boolean wrote(byte[] bytes) {
        return bytes.length >= HEADER_BYTES && marker(bytes) == MARKER && readers.containsKey(fingerprint(bytes));
    }

    private static int marker(byte[] bytes) {
        return (bytes[0] & 0xFF) | ((bytes[1] & 0xFF) << 8);
    }

    private static long fingerprint(byte[] bytes) {
        long written = 0;
        for (int i = HEADER_BYTES - 1; i >= 2; i--) {
            written = (written << 8) | (bytes[i] & 0xFF);
        }
        return written;
    }

    private DatumReader<T> reader(byte[] bytes) {
        if (bytes.length >= 2 && marker(bytes) != MARKER) {
            throw new NotSingleObjectException(type.getSimpleName() + " must start with the bytes C3 01, started with "
                    + String.format(Locale.ROOT, "%02X %02X", bytes[0], bytes[1]));
        }
        if (bytes.length < HEADER_BYTES) {
            throw new DamagedMessageException(
                    type.getSimpleName() + " must have at least " + HEADER_BYTES + " bytes, had " + bytes.length);
        }
        long written = fingerprint(bytes);
        DatumReader<T> reader = readers.get(written);
        if (reader == null) {
            throw new UnknownSchemaException(String.format(
                    Locale.ROOT,
                    "%s was written by a schema with fingerprint %016x, which this version does not know; "
                            + "upgrade this reader to the version of the writer",
                    type.getSimpleName(),
                    written));
        }
        return reader;
    }
}
