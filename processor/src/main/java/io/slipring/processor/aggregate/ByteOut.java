/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are being written; big-endian, small numbers in few bytes. */
final class ByteOut {
    private byte[] bytes = new byte[32];
    private int size;

    ByteOut octet(int value) {
        room(1);
        bytes[size++] = (byte) value;
        return this;
    }

    ByteOut fixed64(long value) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            octet((int) (value >>> shift));
        }
        return this;
    }

    ByteOut fixed32(int value) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            octet(value >>> shift);
        }
        return this;
    }

    ByteOut real(double value) {
        return fixed64(Double.doubleToLongBits(value));
    }

    /** Seven bits a byte, the lowest first; one to ten bytes. */
    ByteOut unsigned(long value) {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            octet((int) (left | 0x80));
            left >>>= 7;
        }
        return octet((int) left);
    }

    ByteOut signed(long value) {
        return unsigned((value << 1) ^ (value >> 63));
    }

    /** Their number before them. */
    ByteOut counted(byte[] value) {
        return unsigned(value.length).raw(value);
    }

    ByteOut text(String value) {
        return counted(value.getBytes(StandardCharsets.UTF_8));
    }

    ByteOut raw(byte[] value) {
        room(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
        return this;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
        }
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }
}
