/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;

/** {@link Stats} as bytes: format 1, count, then sum, min and max each as scale, length and unscaled bytes. */
final class StatsSerde {
    private static final byte FORMAT = 1;

    private StatsSerde() {}

    static Serde<Stats> serde() {
        Serializer<Stats> serializer = (topic, stats) -> write(stats);
        Deserializer<Stats> deserializer = (topic, bytes) -> read(bytes);
        return Serdes.serdeFrom(serializer, deserializer);
    }

    private static byte[] write(Stats stats) {
        byte[] sum = stats.sum().unscaledValue().toByteArray();
        if (stats.count() == 0) {
            return ByteBuffer.allocate(1 + Long.BYTES).put(FORMAT).putLong(0).array();
        }
        byte[] min = stats.min().orElseThrow().unscaledValue().toByteArray();
        byte[] max = stats.max().orElseThrow().unscaledValue().toByteArray();
        ByteBuffer out =
                ByteBuffer.allocate(1 + Long.BYTES + 3 * 2 * Integer.BYTES + sum.length + min.length + max.length);
        out.put(FORMAT).putLong(stats.count());
        put(out, stats.sum(), sum);
        put(out, stats.min().orElseThrow(), min);
        put(out, stats.max().orElseThrow(), max);
        return out.array();
    }

    private static void put(ByteBuffer out, BigDecimal number, byte[] unscaled) {
        out.putInt(number.scale()).putInt(unscaled.length).put(unscaled);
    }

    private static Stats read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            byte format = in.get();
            if (format != FORMAT) {
                throw new SerializationException("stats of unknown format " + format + ", expected " + FORMAT);
            }
            long count = in.getLong();
            if (count == 0) {
                return Stats.NONE;
            }
            return new Stats(count, take(in), Optional.of(take(in)), Optional.of(take(in)));
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new SerializationException("damaged stats of " + bytes.length + " bytes", e);
        }
    }

    private static BigDecimal take(ByteBuffer in) {
        int scale = in.getInt();
        int length = in.getInt();
        if (length < 1 || length > in.remaining()) {
            throw new SerializationException(
                    "damaged stats: a number of " + length + " bytes, " + in.remaining() + " are left");
        }
        if (Math.abs((long) scale) > Decimals.MAX_SCALE || length > Decimals.MAX_SCALE) {
            throw new SerializationException("damaged stats: a number of scale " + scale + " and " + length
                    + " bytes; both are at most " + Decimals.MAX_SCALE);
        }
        byte[] unscaled = new byte[length];
        in.get(unscaled);
        return new BigDecimal(new BigInteger(unscaled), scale);
    }
}
