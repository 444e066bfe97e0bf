/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Latencies of records, each with the time when it was due, by {@code nanoTime}. Thread-safe. */
final class Observations {
    private static final long LONGEST = TimeUnit.MINUTES.toNanos(30);

    private long[] intended = new long[1 << 16];
    private long[] latencies = new long[1 << 16];
    private int size;

    synchronized void add(long intendedNanos, long latencyNanos) {
        if (size == intended.length) {
            intended = Arrays.copyOf(intended, 2 * size);
            latencies = Arrays.copyOf(latencies, 2 * size);
        }
        intended[size] = intendedNanos;
        latencies[size++] = latencyNanos;
    }

    /** Latencies of records that were due in a time. */
    synchronized Histogram due(long from, long to) {
        Histogram histogram = new Histogram(LONGEST, 3);
        for (int i = 0; i < size; i++) {
            if (intended[i] - from >= 0 && intended[i] - to < 0) {
                histogram.recordValue(Math.min(LONGEST, latencies[i]));
            }
        }
        return histogram;
    }

    /** Records per second that arrived in a time. */
    synchronized double arrivedPerSecond(long from, long to) {
        long arrived = 0;
        for (int i = 0; i < size; i++) {
            long at = intended[i] + latencies[i];
            if (at - from >= 0 && at - to < 0) {
                arrived++;
            }
        }
        return arrived / Math.max(1e-9, (to - from) / 1e9);
    }
}
