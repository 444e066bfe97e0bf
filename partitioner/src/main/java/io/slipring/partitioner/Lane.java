/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

/** What one thread, or all those without a lane of their own, sent by partition, and when its next sample is due. */
abstract class Lane {
    /** The index of the lane that threads share. */
    static final int SHARED = 16;

    private final int index;

    /** Records until the next sample. Where threads share a lane it may be off by a few, which does no harm. */
    private int untilSample;

    Lane(int index) {
        this.index = index;
    }

    /** 0 to {@link #SHARED}; a lane of one thread is below. */
    final int index() {
        return index;
    }

    abstract void count(int partition, int bytes);

    /** Counts a record of a split key, beside {@link #count}. */
    abstract void countSplit();

    abstract long records(int partition);

    abstract long bytes(int partition);

    abstract long splitRecords();

    /** Whether the next record is a sample; if so, {@link #sampleIn} must follow. */
    final boolean isSample() {
        return --untilSample < 0;
    }

    final void sampleIn(int records) {
        untilSample = records - 1;
    }
}
