/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What tasks that share a thread know of each other. Kafka Streams opens and runs a task on one thread. */
final class ThreadTasks {
    /** Longer than a thread that reads a backlog stays with one task. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final ThreadLocal<ThreadTasks> OF_THREAD = ThreadLocal.withInitial(ThreadTasks::new);

    private final AtomicInteger working = new AtomicInteger();
    private volatile boolean anyRecord;
    private volatile long lastRecord;

    private ThreadTasks() {}

    /** Makes one for a task that is being opened, on the thread that will run it. */
    static Share share() {
        return OF_THREAD.get().new Share();
    }

    /** One task among those of its thread. */
    final class Share {
        private boolean works;

        private Share() {}

        /** Takes note that the task got a source record. */
        void record() {
            lastRecord = System.nanoTime();
            anyRecord = true;
        }

        /** Whether any task of the thread got a source record lately. */
        boolean isBusy() {
            return anyRecord && System.nanoTime() - lastRecord < QUIET_NANOS;
        }

        /** Takes note whether the task has work on handoffs. */
        void works(boolean now) {
            if (now != works) {
                works = now;
                working.addAndGet(now ? 1 : -1);
            }
        }

        /** Tasks of the thread with such work, this one included. */
        int among() {
            return working.get() + (works ? 0 : 1);
        }
    }
}
