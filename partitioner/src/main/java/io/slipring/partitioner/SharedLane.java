/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The lane of any number of threads. Counting takes no lock, and allocates only the first time that a partition occurs. */
final class SharedLane extends Lane {
    private static final class Load {
        private final LongAdder records = new LongAdder();
        private final LongAdder bytes = new LongAdder();
    }

    private final LongAdder split = new LongAdder();
    private volatile @Nullable Load[] loads = new Load[0];

    SharedLane() {
        super(SHARED);
    }

    @Override
    void count(int partition, int bytes) {
        Load load = find(partition);
        if (load == null) {
            load = add(partition);
        }
        load.records.increment();
        load.bytes.add(bytes);
    }

    @Override
    void countSplit() {
        split.increment();
    }

    @Override
    long records(int partition) {
        Load load = find(partition);
        return load == null ? 0 : load.records.sum();
    }

    @Override
    long bytes(int partition) {
        Load load = find(partition);
        return load == null ? 0 : load.bytes.sum();
    }

    @Override
    long splitRecords() {
        return split.sum();
    }

    private @Nullable Load find(int partition) {
        @Nullable Load[] now = loads;
        return partition < now.length ? now[partition] : null;
    }

    private synchronized Load add(int partition) {
        Load held = find(partition);
        if (held != null) {
            return held;
        }
        @Nullable Load[] next = Arrays.copyOf(loads, Math.max(loads.length, partition + 1));
        Load added = new Load();
        next[partition] = added;
        loads = next;
        return added;
    }
}
