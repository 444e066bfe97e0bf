/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Tokens;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * How the records of a key are divided into cells, each with an aggregate and a home entry of its own: into one for all of
 * them, one per window of time that they fall into, or two for its {@linkplain Session sessions}, of which the second has what
 * was folded while the state was on its way.
 *
 * <p>A cell's bytes are the key's, after the start of its window (8 bytes big-endian) or the kind of its sessions (1 byte); it
 * lives in its key's vnode. Times are milliseconds since the Unix epoch; windows start at multiples of {@code advance}, never
 * before 0. A window is over once the time is {@code start + size + grace}, a session once it is beyond {@code end + gap +
 * grace}, as in Kafka Streams.
 *
 * @param size length of a window, or the gap between sessions; 0 without windows
 * @param advance from the start of a window to that of the next, or from one time at which sessions are closed to the next;
 *     1..size with windows of time, otherwise at least 0
 * @param grace how long after its end a window still takes records; at least 0
 * @param areSessions whether windows are sessions
 */
public record Cells(long size, long advance, long grace, boolean areSessions) {
    /** One cell for each key. */
    public static final Cells WHOLE = new Cells(0, 0, 0);

    /** Sessions are closed that many times in what they stay open after their last record. */
    private static final int CLOSINGS = 8;

    private static final byte PENDING = 0;
    private static final byte SETTLED = 1;

    /** Before all time. */
    static final long NEVER = Long.MIN_VALUE;

    private static final byte[] NOTHING = {};

    public Cells {
        if (size < 0 || advance < (size > 0 ? 1 : 0) || (advance > size && !areSessions)) {
            throw new IllegalArgumentException("advance must be 1..size (" + size + "), was " + advance);
        }
        if (grace < 0 || grace > Long.MAX_VALUE / 4 || size > Long.MAX_VALUE / 4) {
            throw new IllegalArgumentException(
                    "size and grace must be 0.." + Long.MAX_VALUE / 4 + ", were " + size + " and " + grace);
        }
    }

    /** Windows of time, or none. */
    public Cells(long size, long advance, long grace) {
        this(size, advance, grace, false);
    }

    /**
     * Sessions.
     *
     * @param gap the longest time between two records of a session; at least 1
     */
    public static Cells sessions(long gap, long grace) {
        if (gap < 1) {
            throw new IllegalArgumentException("gap must be >= 1, was " + gap);
        }
        return new Cells(gap, Math.max(1, (gap + grace) / CLOSINGS), grace, true);
    }

    /** Whether there are windows, of time or sessions. */
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

    /** The cell of a key's sessions: of those that are settled, or of what was folded while they were awaited. */
    public static byte[] ofSessions(byte[] key, boolean pending) {
        return ByteBuffer.allocate(1 + key.length)
                .put(pending ? PENDING : SETTLED)
                .put(key)
                .array();
    }

    /** Whether a cell has sessions that were folded while their key's were awaited. */
    boolean isPending(byte[] cell) {
        return areSessions && cell[0] == PENDING;
    }

    /** The serialized key of a cell. */
    public byte[] key(byte[] cell) {
        return areWindows() ? Arrays.copyOfRange(cell, areSessions ? 1 : Long.BYTES, cell.length) : cell;
    }

    /** When the window of a cell starts; there are windows of time. */
    public long start(byte[] cell) {
        return ByteBuffer.wrap(cell).getLong();
    }

    /** When the first window starts that takes a record of this time; the others start {@link #advance} apart, up to it. */
    long firstStart(long timestamp) {
        return Math.max(0, timestamp - size + advance) / advance * advance;
    }

    /** When a window that starts then is over; or a session that ends then. */
    long overAt(long time) {
        return time + size + grace + (areSessions ? 1 : 0);
    }

    /** The latest time, not after the given one, at which windows are closed; {@link #NEVER} if none is over by then. */
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
        if (areSessions) {
            return "sessions with a gap of " + size + " ms, grace " + grace + " ms";
        }
        return areWindows()
                ? "windows of " + size + " ms every " + advance + " ms, grace " + grace + " ms"
                : "no windows";
    }
}
