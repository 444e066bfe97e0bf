/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import io.slipring.formats.AvroEncoder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/** Makes payloads that no reader of flights may accept, from a seed. */
final class MalformedFlights {
    /** What is wrong with a payload. */
    enum Fault {
        TRUNCATED,
        WRONG_MAGIC,
        UNKNOWN_ID,
        WRONG_TYPE,
        OVERSIZED,
        RANDOM
    }

    private static final int LARGE = 1_048_000;

    private final SplittableRandom random;
    private final Schema schema;
    private final int id;
    private final List<byte[]> good;
    private final AvroEncoder wrong;
    private int oversized;

    /**
     * Begins.
     *
     * @param good well-formed flights
     * @param wrongId id of the registered schema {@code long}
     */
    MalformedFlights(long seed, Schema schema, int id, List<byte[]> good, int wrongId) {
        this.random = new SplittableRandom(seed);
        this.schema = schema;
        this.id = id;
        this.good = good;
        this.wrong = AvroEncoder.registered(wrongId, Schema.create(Schema.Type.LONG));
    }

    byte[] next(Fault fault) {
        byte[] sample = good.get(random.nextInt(good.size())).clone();
        return switch (fault) {
            case TRUNCATED -> Arrays.copyOf(sample, random.nextInt(sample.length));
            case WRONG_MAGIC -> {
                sample[0] = (byte) random.nextInt(1, 256);
                yield sample;
            }
            case UNKNOWN_ID ->
                // Some again and again, as of a producer that has another registry; some never again.
                ByteBuffer.wrap(sample)
                        .putInt(
                                1,
                                random.nextInt(3) > 0 ? 90_000 + random.nextInt(20) : 100_000 + random.nextInt(1 << 30))
                        .array();
            case WRONG_TYPE -> wrong.encode(random.nextLong());
            case OVERSIZED -> {
                // A few as large as brokers take them: with more headers they would be too large for the dead-letter
                // topic.
                int length = oversized++ < 4 ? LARGE : sample.length + 1 + random.nextInt(5_000);
                byte[] bytes = Arrays.copyOf(sample, length);
                for (int i = sample.length; i < length; i++) {
                    bytes[i] = (byte) random.nextInt();
                }
                yield bytes;
            }
            case RANDOM -> {
                byte[] bytes;
                do {
                    bytes = new byte[5 + random.nextInt(60)];
                    random.nextBytes(bytes);
                    if (random.nextBoolean()) {
                        ByteBuffer.wrap(bytes).put((byte) 0).putInt(id);
                    }
                } while (bytes[0] == 0 && isReadable(bytes));
                yield bytes;
            }
        };
    }

    /** By Avro's own decoder. */
    private boolean isReadable(byte[] bytes) {
        try {
            BinaryDecoder in = DecoderFactory.get().binaryDecoder(bytes, 5, bytes.length - 5, null);
            new GenericDatumReader<>(schema).read(null, in);
            return in.isEnd();
        } catch (Exception | OutOfMemoryError e) {
            return false;
        }
    }
}
