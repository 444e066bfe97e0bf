/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long it takes from a fault until everything that the brokers had acknowledged before it is processed: every
 * partition's committed offset is behind what was its acknowledged end when the fault came. Thread-safe.
 */
final class Recoveries {
    /** A fault in the way of being recovered from, or recovered from. */
    static final class Recovery {
        private final FaultKind kind;
        private final long startNanos;
        private final List<Long> ends;
        private long endNanos;
        private volatile boolean over;
        private volatile @Nullable String waitingFor;

        private Recovery(FaultKind kind, long startNanos, List<Long> ends) {
            this.kind = kind;
            this.startNanos = startNanos;
            this.ends = List.copyOf(ends);
        }

        FaultKind kind() {
            return kind;
        }

        boolean isOver() {
            return over;
        }

        /** What is still to be processed; null if nothing was looked at yet. */
        @Nullable
        String waitingFor() {
            return waitingFor;
        }

        /** Time of the fault, as of {@link System#nanoTime()}. */
        long startNanos() {
            return startNanos;
        }

        /** Time of the recovery, likewise; meaningless before it. */
        long endNanos() {
            return endNanos;
        }

        Duration duration() {
            return Duration.ofNanos(endNanos - startNanos);
        }
    }

    private final List<Recovery> open = new ArrayList<>();
    private final List<Recovery> over = new ArrayList<>();

    /**
     * Takes note of a fault that happens now.
     *
     * @param acknowledged by partition, the offset behind the last acknowledged record
     */
    synchronized Recovery begin(FaultKind kind, long nowNanos, List<Long> acknowledged) {
        Recovery recovery = new Recovery(kind, nowNanos, acknowledged);
        open.add(recovery);
        return recovery;
    }

    /** Takes note of the application's committed offsets, by partition. */
    synchronized void observe(long nowNanos, List<Long> committed) {
        for (Iterator<Recovery> it = open.iterator(); it.hasNext(); ) {
            Recovery recovery = it.next();
            String left = left(recovery.ends, committed);
            recovery.waitingFor = left;
            if (left.isEmpty()) {
                recovery.endNanos = nowNanos;
                recovery.over = true;
                over.add(recovery);
                it.remove();
            }
        }
    }

    private static String left(List<Long> ends, List<Long> committed) {
        StringBuilder left = new StringBuilder();
        for (int partition = 0; partition < ends.size(); partition++) {
            if (committed.get(partition) < ends.get(partition)) {
                left.append(left.isEmpty() ? "" : ", ")
                        .append("partition %d at offset %d of %d"
                                .formatted(partition, committed.get(partition), ends.get(partition)));
            }
        }
        return left.toString();
    }

    /** Those that are over, in the order of their ends. */
    synchronized List<Recovery> over() {
        return List.copyOf(over);
    }
}
