/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import io.slipring.ring.Ring;
import java.util.List;

/** Times lookups: rough, in one thread, the best of several rounds. The project's benchmarks measure it properly. */
final class LookupTimer {

    private static final int ROUNDS = 7;
    private static final int LOOKUPS = 300_000;

    /** Written so that the compiler can't leave the lookups out. */
    @SuppressWarnings("UnusedVariable")
    private static volatile int sink;

    private LookupTimer() {}

    /** Returns nanoseconds per lookup, key to partition, over these keys in turn. */
    static double nanos(Ring ring, List<byte[]> keys) {
        byte[][] some = keys.subList(0, Math.min(keys.size(), 4_096)).toArray(byte[][]::new);
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            int sum = 0;
            long start = System.nanoTime();
            for (int i = 0, key = 0; i < LOOKUPS; i++) {
                sum += ring.partitionOf(some[key]);
                key = key + 1 == some.length ? 0 : key + 1;
            }
            best = Math.min(best, (double) (System.nanoTime() - start) / LOOKUPS);
            sink = sum;
        }
        return best;
    }
}
