/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.nio.ByteBuffer;

/**
 * The binary form in which a partial is kept in the home store and travels: one byte of format and flags, the record
 * count and the max timestamp (8 bytes big-endian each), then the aggregate.
 *
 * @param held whether an update of the key is owed but may not be emitted yet
 * @param records source records aggregated; at least 1
 * @param timestamp largest timestamp among them, in milliseconds since the Unix epoch
 * @param aggregate the aggregate as its {@link Folding} encodes it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; the arrays are not copied on the hot path
public record Envelope(boolean held, long records, long timestamp, byte[] aggregate) {
    private static final int FORMAT = 0x10;
    private static final int HELD = 0x01;
    private static final int HEADER_BYTES = 1 + Long.BYTES + Long.BYTES;

    public Envelope {
        if (records < 1) {
            throw new IllegalArgumentException("records must be >= 1, was " + records);
        }
    }

    /** The binary form, {@code 17 + aggregate.length} bytes. */
    public byte[] encode() {
        return ByteBuffer.allocate(HEADER_BYTES + aggregate.length)
                .put((byte) (FORMAT | (held ? HELD : 0)))
                .putLong(records)
                .putLong(timestamp)
                .put(aggregate)
                .array();
    }

    /**
     * Reads the binary form.
     *
     * @throws CorruptPartialException if it is too short, of an unknown format, or counts no record
     */
    public static Envelope decode(byte[] bytes) {
        requireHeader(bytes);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int head = in.get();
        if ((head & ~HELD) != FORMAT) {
            throw new CorruptPartialException("envelope of unknown format 0x" + Integer.toHexString(head & 0xff)
                    + "; written by a newer version?");
        }
        long records = in.getLong();
        if (records < 1) {
            throw new CorruptPartialException("envelope must count >= 1 records, counts " + records);
        }
        long timestamp = in.getLong();
        byte[] aggregate = new byte[in.remaining()];
        in.get(aggregate);
        return new Envelope((head & HELD) != 0, records, timestamp, aggregate);
    }

    private static void requireHeader(byte[] bytes) {
        if (bytes.length < HEADER_BYTES) {
            throw new CorruptPartialException("envelope must have >= " + HEADER_BYTES + " bytes, has " + bytes.length);
        }
    }

    /** Whether an encoded envelope is marked held; no copy, no validation beyond the length. */
    static boolean isHeld(byte[] bytes) {
        requireHeader(bytes);
        return (bytes[0] & HELD) != 0;
    }

    /** Record count of an encoded envelope; no copy, no validation beyond the length. */
    static long recordsOf(byte[] bytes) {
        requireHeader(bytes);
        return ByteBuffer.wrap(bytes).getLong(1);
    }

    /** A copy of an encoded envelope with the held mark as given. */
    static byte[] withHeld(byte[] bytes, boolean held) {
        byte[] copy = bytes.clone();
        copy[0] = (byte) (FORMAT | (held ? HELD : 0));
        return copy;
    }
}
