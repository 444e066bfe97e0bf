/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.ring.Shard;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A key whose records go to several shards: about a batch to one, then as much to whichever has the least load for its
 * weight, so that batches stay full. Thread-safe without locks; each lane has a run of its own.
 */
final class Split {
    private final byte[] key;
    private final int[] partitions;
    private final int[] weights;

    /**
     * For each lane a run: its partition, and the bytes already used of it. Far enough apart not to share a cache line. A lane
     * of one thread is written by that thread alone.
     */
    private final AtomicLongArray runs = new AtomicLongArray((Lane.SHARED + 1) * APART);

    private static final int APART = 8;
    private static final long NONE = -1L << 32;

    /**
     * Begins a split.
     *
     * @param shards at least one, none drained; the first is preferred while loads are equal
     */
    Split(byte[] key, List<Shard> shards) {
        this.key = key.clone();
        this.partitions = shards.stream().mapToInt(Shard::partition).toArray();
        this.weights = shards.stream().mapToInt(Shard::weight).toArray();
        for (int lane = 0; lane <= Lane.SHARED; lane++) {
            runs.set(lane * APART, NONE);
        }
    }

    boolean isOf(byte[] other) {
        return Arrays.equals(key, other);
    }

    int ways() {
        return partitions.length;
    }

    /**
     * The partition for the key's next record.
     *
     * @param bytes size of the record
     * @param runBytes length of a run; 0 or less makes each record a run
     */
    int next(Lane lane, ShardLoad load, int bytes, int runBytes) {
        int at = lane.index() * APART;
        if (lane.index() != Lane.SHARED) {
            long after = step(runs.getPlain(at), load, bytes, runBytes);
            runs.setOpaque(at, after);
            return partition(after);
        }
        while (true) {
            long before = runs.get(at);
            long after = step(before, load, bytes, runBytes);
            if (runs.compareAndSet(at, before, after)) {
                return partition(after);
            }
        }
    }

    private long step(long run, ShardLoad load, int bytes, int runBytes) {
        long used = (run & 0xFFFF_FFFFL) + bytes;
        return run != NONE && used <= runBytes ? run + bytes : ((long) leastLoaded(load) << 32) | bytes;
    }

    private static int partition(long run) {
        return (int) (run >> 32);
    }

    private int leastLoaded(ShardLoad load) {
        int least = 0;
        double leastLoad = Double.MAX_VALUE;
        for (int i = 0; i < partitions.length; i++) {
            double of = (double) load.recent(partitions[i]) / weights[i];
            if (of < leastLoad) {
                least = i;
                leastLoad = of;
            }
        }
        return partitions[least];
    }
}
