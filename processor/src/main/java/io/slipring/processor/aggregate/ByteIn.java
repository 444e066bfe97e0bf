/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.SerializationException;

/** Bytes as {@link ByteOut} wrote them. What is not so is a {@link SerializationException} that names what was read. */
final class ByteIn {
    private final String what;
    private final ByteBuffer in;

    ByteIn(String what, byte[] bytes) {
        this.what = what;
        this.in = ByteBuffer.wrap(bytes);
    }

    SerializationException damaged(String why) {
        return new SerializationException("damaged " + what + " of " + in.limit() + " bytes: " + why);
    }

    private void require(long bytes) {
        if (bytes > in.remaining()) {
            throw damaged(bytes + " bytes must follow at " + in.position() + ", there are " + in.remaining());
        }
    }

    int remaining() {
        return in.remaining();
    }

    int octet() {
        require(1);
        return in.get() & 0xFF;
    }

    long fixed64() {
        require(Long.BYTES);
        return in.getLong();
    }

    int fixed32() {
        require(Integer.BYTES);
        return in.getInt();
    }

    double real() {
        return Double.longBitsToDouble(fixed64());
    }

    long unsigned() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int octet = octet();
            value |= (long) (octet & 0x7F) << shift;
            if (octet < 0x80) {
                return value;
            }
        }
        throw damaged("a number of more than ten bytes");
    }

    long signed() {
        long value = unsigned();
        return (value >>> 1) ^ -(value & 1);
    }

    /** A number of at least 0. */
    long natural() {
        long value = unsigned();
        if (value < 0) {
            throw damaged("a number must be >= 0, was " + value);
        }
        return value;
    }

    /** A number from 0 to the given one. */
    int upTo(int most, String name) {
        long value = unsigned();
        if (value < 0 || value > most) {
            throw damaged(name + " must be 0 to " + most + ", was " + Long.toUnsignedString(value));
        }
        return (int) value;
    }

    byte[] counted() {
        return raw(upTo(Integer.MAX_VALUE, "a length"));
    }

    String text() {
        return new String(counted(), StandardCharsets.UTF_8);
    }

    byte[] rest() {
        return raw(in.remaining());
    }

    private byte[] raw(int length) {
        require(length);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    void end() {
        if (in.hasRemaining()) {
            throw damaged(in.remaining() + " bytes too many");
        }
    }
}
