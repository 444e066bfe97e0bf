/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.util.Arrays;

/**
 * Records whose effect was not seen yet, each with the time when it should have been sent. An update with a key's count tells
 * that so many of its records are in; the time since each was due is its latency, however late it was really sent, so that
 * nothing is omitted. Thread-safe.
 */
final class Pending {
    private static final int NONE = -1;

    private final Recorder recorder;
    private final long[] seen;
    private final int[] first;
    private final int[] last;
    private int[] next = new int[1 << 16];
    private long[] intended = new long[1 << 16];
    private int sent;

    /** Told of each latency. */
    interface Recorder {
        void record(int key, long intendedNanos, long latencyNanos);
    }

    /**
     * Makes one.
     *
     * @param counts of the keys so far
     */
    Pending(long[] counts, Recorder recorder) {
        this.recorder = recorder;
        this.seen = counts.clone();
        this.first = new int[counts.length];
        this.last = new int[counts.length];
        Arrays.fill(first, NONE);
    }

    synchronized void sending(int key, long intendedNanos) {
        int record = sent++;
        if (record == next.length) {
            next = Arrays.copyOf(next, 2 * record);
            intended = Arrays.copyOf(intended, 2 * record);
        }
        intended[record] = intendedNanos;
        next[record] = NONE;
        if (first[key] == NONE) {
            first[key] = record;
        } else {
            next[last[key]] = record;
        }
        last[key] = record;
    }

    synchronized void arrived(int key, long count) {
        long now = System.nanoTime();
        while (seen[key] < count && first[key] != NONE) {
            int record = first[key];
            recorder.record(key, intended[record], now - intended[record]);
            first[key] = next[record];
            seen[key]++;
        }
    }
}
