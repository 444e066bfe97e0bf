/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.ring.Ring;
import io.slipring.ring.Tokens;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;

/**
 * Places records without a key: a run of about one batch to one shard, then a shard by chance in proportion to the
 * weights, so that batches stay full and drained shards get nothing.
 *
 * <p>A vnode drawn uniformly is a shard drawn by weight, because shards own vnodes in proportion to their weights.
 * Thread-safe without locks; the runs of a topic's senders are one run.
 */
final class KeylessRuns {
    private final int runBytes;
    private final IntUnaryOperator random;
    private final Map<String, AtomicLong> runs = new ConcurrentHashMap<>();

    /**
     * @param runBytes length of a run; 0 or less makes each record a run
     * @param random draws a number from 0 (inclusive) to its argument (exclusive)
     */
    KeylessRuns(int runBytes, IntUnaryOperator random) {
        this.runBytes = runBytes;
        this.random = random;
    }

    /**
     * The partition for the next record.
     *
     * @param ring ring that fits the topic
     * @param partitions how many the topic has
     * @param bytes size of the record
     */
    int next(String topic, Ring ring, int partitions, int bytes) {
        AtomicLong run = runs.get(topic);
        if (run == null) {
            run = runs.computeIfAbsent(topic, t -> new AtomicLong(pack(NONE, runBytes)));
        }
        while (true) {
            long before = run.get();
            int partition = partition(before);
            int used = used(before);
            boolean over = ((long) used + bytes > runBytes && used > 0) || runBytes <= 0 || partition >= partitions;
            long after = over
                    ? pack(ring.partitionOfVnode(random.applyAsInt(Tokens.VNODES)), bytes)
                    : pack(partition, used + bytes);
            if (run.compareAndSet(before, after)) {
                return partition(after);
            }
        }
    }

    /** No topic has such a partition, so the first record begins a run. */
    private static final int NONE = Integer.MAX_VALUE;

    private static long pack(int partition, int used) {
        return ((long) partition << 32) | (used & 0xFFFF_FFFFL);
    }

    private static int partition(long run) {
        return (int) (run >>> 32);
    }

    private static int used(long run) {
        return (int) run;
    }
}
