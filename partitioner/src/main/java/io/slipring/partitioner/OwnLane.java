/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.Arrays;

/** The lane of one thread, which alone writes it, so that counting costs no atomic step; any thread reads it. */
final class OwnLane extends Lane {
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle SPLIT = splitHandle();
    private static final int GROW_BY = 16;

    private volatile WeakReference<Thread> owner;

    /** Records and bytes of partition 0, of partition 1 ... */
    private volatile long[] counts = new long[0];

    private long split;

    OwnLane(int index, Thread owner) {
        super(index);
        this.owner = new WeakReference<>(owner);
    }

    private static VarHandle splitHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(OwnLane.class, "split", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Takes over a lane whose thread has ended, with what it counted; by one thread at a time. */
    boolean takeOver(Thread thread) {
        Thread before = owner.get();
        if (before != null && before.isAlive()) {
            return false;
        }
        owner = new WeakReference<>(thread);
        return true;
    }

    boolean isOf(Thread thread) {
        return owner.refersTo(thread);
    }

    @Override
    void count(int partition, int bytes) {
        long[] now = counts;
        int at = 2 * partition;
        if (at >= now.length) {
            now = Arrays.copyOf(now, 2 * (partition + GROW_BY));
            counts = now;
        }
        COUNT.setOpaque(now, at, now[at] + 1);
        COUNT.setOpaque(now, at + 1, now[at + 1] + bytes);
    }

    @Override
    void countSplit() {
        SPLIT.setOpaque(this, split + 1);
    }

    @Override
    long records(int partition) {
        return read(2 * partition);
    }

    @Override
    long bytes(int partition) {
        return read(2 * partition + 1);
    }

    @Override
    long splitRecords() {
        return (long) SPLIT.getOpaque(this);
    }

    private long read(int at) {
        long[] now = counts;
        return at < now.length ? (long) COUNT.getOpaque(now, at) : 0;
    }
}
