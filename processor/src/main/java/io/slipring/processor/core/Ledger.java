/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a task says of itself at a commit: a snapshot that belongs to the home store as it is at the same moment.
 *
 * @param commit number of the commit; 0 before the first, then one more than that of the ledger before
 * @param skipped source records that came and were not folded
 * @param sources by topic, one more than the offset of the last record taken from the task's partition
 * @param transferPosition the same of the transfer topic; 0 before the first
 * @param traffic by partition, records exchanged with its task in transfers that carry the number of their commit
 * @param state see there
 */
public record Ledger(
        long commit,
        long skipped,
        SortedMap<String, Long> sources,
        long transferPosition,
        SortedMap<Integer, Traffic> traffic,
        TaskState state) {
    /** Of a task that has done nothing. */
    public static final Ledger NEW = new Ledger(0, 0, new TreeMap<>(), 0, new TreeMap<>(), TaskState.NEW);

    public Ledger {
        if (commit < 0) {
            throw new IllegalArgumentException("commit must be >= 0, was " + commit);
        }
        sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
        traffic = Collections.unmodifiableSortedMap(new TreeMap<>(traffic));
    }

    /** Records sent to and received from a task. */
    public record Traffic(long sent, long received) {
        static final Traffic NONE = new Traffic(0, 0);
    }

    /** What was exchanged with the task of a partition. */
    public Traffic with(int partition) {
        return traffic.getOrDefault(partition, Traffic.NONE);
    }
}
