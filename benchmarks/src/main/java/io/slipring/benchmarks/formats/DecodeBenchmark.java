/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.formats;

import io.slipring.formats.AvroDecoder;
import io.slipring.formats.AvroEncoder;
import io.slipring.formats.AvroView;
import io.slipring.formats.RegistryFraming;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time and allocation of reading one flight with its schema known, in Confluent's wire format. {@code java -cp
 * 'cli/target/slipring-cli.jar:cli/target/lib/*' org.openjdk.jmh.Main DecodeBenchmark -prof gc} runs it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class DecodeBenchmark {
    private static final int HEADER = 5;

    private final Schema schema = SchemaBuilder.record("Flight")
            .fields()
            .requiredString("date")
            .requiredInt("delay")
            .requiredInt("distance")
            .requiredString("origin")
            .requiredString("destination")
            .endRecord();
    private final Schema delay =
            SchemaBuilder.record("Flight").fields().requiredInt("delay").endRecord();

    private final GenericDatumReader<GenericRecord> plain = new GenericDatumReader<>(schema);
    private final AvroDecoder<GenericRecord> whole = new AvroDecoder<>(
            new RegistryFraming(id -> schema), writer -> new AvroView<>(writer, GenericRecord.class::cast));
    private final AvroDecoder<Object> field = new AvroDecoder<>(
            new RegistryFraming(id -> schema),
            writer -> new AvroView<>(delay, datum -> ((GenericRecord) datum).get(0)));

    private @Nullable BinaryDecoder reused;
    private byte[] bytes = {};

    /** Writes the flight. */
    @Setup
    public void write() {
        GenericRecord flight = new GenericData.Record(schema);
        flight.put("date", "01010530");
        flight.put("delay", -11);
        flight.put("distance", 405);
        flight.put("origin", "MCI");
        flight.put("destination", "MDW");
        bytes = AvroEncoder.registered(1, schema).encode(flight);
    }

    /** Avro's own reader and decoder, both reused; on the thread that made the reader, where it is quickest. */
    @Benchmark
    public GenericRecord plain() throws IOException {
        reused = DecoderFactory.get().binaryDecoder(bytes, HEADER, bytes.length - HEADER, reused);
        return plain.read(null, reused);
    }

    /** The whole record. */
    @Benchmark
    public GenericRecord whole() {
        return whole.decode(bytes);
    }

    /** One field, as {@code sum(delay)} needs it. */
    @Benchmark
    public Object field() {
        return field.decode(bytes);
    }
}
