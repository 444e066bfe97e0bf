/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Tokens;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * How the records of a key are divided into cells, each with an aggregate and a home entry of its own: into one for all of
 * them, or one per window of time that they fall into.
 *
 * <p>A cell's bytes are the key's, after the start of its window (8 bytes big-endian) if there are windows; it lives in its
 * key's vnode. Times are milliseconds since the Unix epoch; windows start at multiples of {@code advance}, never before 0.
 * A window is over once the time is {@code start + size + grace}.
 *
 * @param size length of a window; 0 without windows
 * @param advance from the start of a window to that of the next; 1..size with windows, otherwise 0
 * @param grace how long after its end a window still takes records; at least 0
 */
public record Cells(long size, long advance, long grace) {
    /** One cell for each key. */
    public static final Cells WHOLE = new Cells(0, 0, 0);

    /** Before all time. */
    static final long NEVER = Long.MIN_VALUE;

    private static final byte[] NOTHING = {};

    public Cells {
        if (size < 0 || advance < (size > 0 ? 1 : 0) || advance > size) {
            throw new IllegalArgumentException("advance must be 1..size (" + size + "), was " + advance);
        }
        if (grace < 0 || grace > Long.MAX_VALUE / 4 || size > Long.MAX_VALUE / 4) {
            throw new IllegalArgumentException(
                    "size and grace must be 0.." + Long.MAX_VALUE / 4 + ", were " + size + " and " + grace);
        }
    }

    /** Whether there are windows. */
    public boolean areWindows() {
        return size > 0;
    }

    /** The vnode of a cell: that of its key. */
    public int vnode(byte[] cell) {
        return Tokens.vnode(areWindows() ? key(cell) : cell);
    }

    /** The cell of a key in the window that starts then. */
    public byte[] cell(long start, byte[] key) {
        return ByteBuffer.allocate(Long.BYTES + key.length)
                .putLong(start)
                .put(key)
                .array();
    }

    /** The serialized key of a cell. */
    public byte[] key(byte[] cell) {
        return areWindows() ? Arrays.copyOfRange(cell, Long.BYTES, cell.length) : cell;
    }

    /** When the window of a cell starts; there are windows. */
    public long start(byte[] cell) {
        return ByteBuffer.wrap(cell).getLong();
    }

    /** When the first window starts that takes a record of this time; the others start {@link #advance} apart, up to it. */
    long firstStart(long timestamp) {
        return Math.max(0, timestamp - size + advance) / advance * advance;
    }

    /** When a window that starts then is over. */
    long overAt(long start) {
        return start + size + grace;
    }

    /** The latest time, not after the given one, at which a window is over; {@link #NEVER} if none is by then. */
    long lastOver(long time) {
        long first = overAt(0);
        return time < first ? NEVER : first + (time - first) / advance * advance;
    }

    /** Above all cells of windows that are over at a time, below all others. */
    byte[] firstOpen(long time) {
        return time < overAt(0) ? NOTHING : cell(time - size - grace + 1, NOTHING);
    }

    @Override
    public String toString() {
        return areWindows()
                ? "windows of " + size + " ms every " + advance + " ms, grace " + grace + " ms"
                : "no windows";
    }
}
