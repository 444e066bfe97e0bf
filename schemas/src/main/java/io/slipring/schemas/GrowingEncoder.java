/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.util.Utf8;

/** Avro's binary encoding into an array that grows as needed. Not thread-safe. */
final class GrowingEncoder extends BinaryEncoder {

    private byte[] bytes = new byte[256];
    private int size;

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    private int reserve(int count) {
        int from = size;
        int needed = Math.addExact(size, count);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
        }
        size = needed;
        return from;
    }

    @Override
    public void flush() {}

    @Override
    public void writeBoolean(boolean value) {
        writeByte(value ? 1 : 0);
    }

    private void writeByte(int value) {
        int from = reserve(1);
        bytes[from] = (byte) value;
    }

    @Override
    public void writeInt(int value) {
        writeLong(value);
    }

    @Override
    public void writeLong(long value) {
        long raw = (value << 1) ^ (value >> 63);
        while ((raw & ~0x7FL) != 0) {
            writeByte((int) ((raw & 0x7F) | 0x80));
            raw >>>= 7;
        }
        writeByte((int) raw);
    }

    @Override
    public void writeFloat(float value) {
        writeLittleEndian(Float.floatToRawIntBits(value), Float.BYTES);
    }

    @Override
    public void writeDouble(double value) {
        writeLittleEndian(Double.doubleToRawLongBits(value), Double.BYTES);
    }

    void writeLittleEndian(long value, int count) {
        int from = reserve(count);
        for (int i = 0; i < count; i++) {
            bytes[from + i] = (byte) (value >>> (8 * i));
        }
    }

    @Override
    public void writeString(Utf8 text) {
        writeBytes(text.getBytes(), 0, text.getByteLength());
    }

    @Override
    public void writeString(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        writeBytes(utf8, 0, utf8.length);
    }

    @Override
    public void writeBytes(byte[] source, int start, int length) {
        writeLong(length);
        writeFixed(source, start, length);
    }

    @Override
    public void writeBytes(ByteBuffer source) {
        int length = source.remaining();
        writeLong(length);
        int from = reserve(length);
        source.get(source.position(), bytes, from, length);
    }

    @Override
    public void writeFixed(byte[] source, int start, int length) {
        int from = reserve(length);
        System.arraycopy(source, start, bytes, from, length);
    }

    @Override
    protected void writeZero() {
        writeByte(0);
    }

    @Override
    public int bytesBuffered() {
        return 0;
    }
}
