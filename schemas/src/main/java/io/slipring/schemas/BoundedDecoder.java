/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;

/**
 * Avro's binary decoding from an array, in bounded memory: no length and no count is believed that the rest of the array
 * could not hold, so damaged bytes cannot make a reader allocate more than a small multiple of their own size. (Avro's
 * own decoder allocates what a length says before it reads.) Relies on no element of an array taking zero bytes, which holds
 * for every schema of this module; an array of nulls is refused. Not thread-safe.
 */
public final class BoundedDecoder extends Decoder {

    private final byte[] bytes;
    private final int limit;
    private int at;

    /**
     * Begins to read.
     *
     * @param bytes must not change while they are read
     * @param offset where, at most their length
     */
    public BoundedDecoder(byte[] bytes, int offset) {
        this.bytes = bytes;
        this.at = offset;
        this.limit = bytes.length;
    }

    /** Bytes that are left. */
    public int remaining() {
        return limit - at;
    }

    private int take(int count) throws IOException {
        if (count > limit - at) {
            throw new EOFException("needed " + count + " bytes at offset " + at + " of " + limit);
        }
        int from = at;
        at += count;
        return from;
    }

    private int length() throws IOException {
        long length = readLong();
        if (length < 0 || length > limit - at) {
            throw new EOFException("length must be 0.." + (limit - at) + " at offset " + at + ", was " + length);
        }
        return (int) length;
    }

    @Override
    public void readNull() {}

    @Override
    public boolean readBoolean() throws IOException {
        return bytes[take(1)] == 1;
    }

    @Override
    public int readInt() throws IOException {
        long value = readLong();
        if (value != (int) value) {
            throw new AvroRuntimeException("int must fit 32 bits before offset " + at + ", was " + value);
        }
        return (int) value;
    }

    @Override
    public long readLong() throws IOException {
        byte first = bytes[take(1)];
        long raw = first & 0x7F;
        if (first < 0) {
            raw = readLongRest(raw);
        }
        return (raw >>> 1) ^ -(raw & 1);
    }

    private long readLongRest(long low) throws IOException {
        long raw = low;
        for (int shift = 7; shift < Long.SIZE; shift += 7) {
            byte next = bytes[take(1)];
            raw |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return raw;
            }
        }
        throw new AvroRuntimeException("number must take at most 10 bytes before offset " + at);
    }

    @Override
    public float readFloat() throws IOException {
        return Float.intBitsToFloat(littleEndianInt(take(Float.BYTES)));
    }

    @Override
    public double readDouble() throws IOException {
        int from = take(Double.BYTES);
        long low = littleEndianInt(from) & 0xFFFF_FFFFL;
        return Double.longBitsToDouble(((long) littleEndianInt(from + Integer.BYTES) << Integer.SIZE) | low);
    }

    private int littleEndianInt(int from) {
        return (bytes[from] & 0xFF)
                | ((bytes[from + 1] & 0xFF) << 8)
                | ((bytes[from + 2] & 0xFF) << 16)
                | (bytes[from + 3] << 24);
    }

    @Override
    public Utf8 readString(Utf8 old) throws IOException {
        int length = length();
        int from = take(length);
        return new Utf8(Arrays.copyOfRange(bytes, from, from + length));
    }

    @Override
    public String readString() throws IOException {
        int length = length();
        return new String(bytes, take(length), length, StandardCharsets.UTF_8);
    }

    @Override
    public void skipString() throws IOException {
        skipBytes();
    }

    /** Returns bytes of their own, also when there is an old buffer: what was read before must stay as it was. */
    @Override
    public ByteBuffer readBytes(ByteBuffer old) throws IOException {
        int length = length();
        byte[] copy = new byte[length];
        System.arraycopy(bytes, take(length), copy, 0, length);
        return ByteBuffer.wrap(copy);
    }

    @Override
    public void skipBytes() throws IOException {
        take(length());
    }

    @Override
    public void readFixed(byte[] target, int start, int length) throws IOException {
        System.arraycopy(bytes, take(length), target, start, length);
    }

    @Override
    public void skipFixed(int length) throws IOException {
        take(length);
    }

    @Override
    public int readEnum() throws IOException {
        return readInt();
    }

    @Override
    public int readIndex() throws IOException {
        return readInt();
    }

    /** A negative count is followed by the block's size in bytes, which a reader that skips nothing has no need of. */
    private long blockCount() throws IOException {
        long count = readLong();
        if (count < 0) {
            length();
            count = -count;
        }
        if (count < 0 || count > limit - at) {
            throw new EOFException("count must be 0.." + (limit - at) + " at offset " + at + ", was " + count);
        }
        return count;
    }

    @Override
    public long readArrayStart() throws IOException {
        return blockCount();
    }

    @Override
    public long arrayNext() throws IOException {
        return blockCount();
    }

    /** Skips blocks that say their size, and leaves the caller to skip the elements of one that does not. */
    @Override
    public long skipArray() throws IOException {
        for (long count = readLong(); count != 0; count = readLong()) {
            if (count > 0) {
                if (count > limit - at) {
                    throw new EOFException("count must be 0.." + (limit - at) + " at offset " + at + ", was " + count);
                }
                return count;
            }
            take(length());
        }
        return 0;
    }

    @Override
    public long readMapStart() throws IOException {
        return blockCount();
    }

    @Override
    public long mapNext() throws IOException {
        return blockCount();
    }

    @Override
    public long skipMap() throws IOException {
        return skipArray();
    }
}
