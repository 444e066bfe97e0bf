/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts records and bytes by partition, so by shard, over all lanes. A thread has a lane of its own as long as there are few;
 * the rest share one, so that short-lived threads in any number cost nothing. A lane of a thread that has ended goes to the
 * next. Thread-safe; counting takes no lock.
 */
final class ShardLoad {
    @SuppressWarnings("ThreadLocalUsage") // each load has lanes of its own; what a thread keeps of one goes with it
    private final ThreadLocal<Lane> mine = new ThreadLocal<>();

    private final SharedLane shared = new SharedLane();

    /** The first lane, which is found faster than the others: most producers have one thread. */
    private volatile @Nullable OwnLane first;

    private volatile OwnLane[] own = new OwnLane[0];

    /** By partition, the records that count no more as recent. */
    private volatile long[] past = new long[0];

    /** The lane of the calling thread. */
    Lane lane() {
        OwnLane likely = first;
        if (likely != null && likely.isOf(Thread.currentThread())) {
            return likely;
        }
        Lane lane = mine.get();
        return lane == null ? assign() : lane;
    }

    private Lane assign() {
        Lane lane = find();
        if (first == null && lane instanceof OwnLane added) {
            first = added;
        }
        mine.set(lane);
        return lane;
    }

    private synchronized Lane find() {
        Thread thread = Thread.currentThread();
        for (OwnLane lane : own) {
            if (lane.takeOver(thread)) {
                return lane;
            }
        }
        if (own.length == Lane.SHARED) {
            return shared;
        }
        OwnLane added = new OwnLane(own.length, thread);
        List<OwnLane> next = new ArrayList<>(List.of(own));
        next.add(added);
        own = next.toArray(new OwnLane[0]);
        return added;
    }

    long records(int partition) {
        long sum = shared.records(partition);
        for (OwnLane lane : own) {
            sum += lane.records(partition);
        }
        return sum;
    }

    long bytes(int partition) {
        long sum = shared.bytes(partition);
        for (OwnLane lane : own) {
            sum += lane.bytes(partition);
        }
        return sum;
    }

    long splitRecords() {
        long sum = shared.splitRecords();
        for (OwnLane lane : own) {
            sum += lane.splitRecords();
        }
        return sum;
    }

    /** The records of now, and what of those before was not forgotten. */
    long recent(int partition) {
        long[] forgotten = past;
        return records(partition) - (partition < forgotten.length ? forgotten[partition] : 0);
    }

    /**
     * Has what is recent count less.
     *
     * @param partitions how many there are
     * @param kept what part of it still counts, 0 to 1
     */
    synchronized void forget(int partitions, double kept) {
        long[] next = new long[partitions];
        for (int partition = 0; partition < partitions; partition++) {
            next[partition] = records(partition) - (long) (kept * recent(partition));
        }
        past = next;
    }
}
