/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.skew;

/** A way to choose a record's partition. */
interface Scheme extends AutoCloseable {
    /**
     * The partition for a record.
     *
     * @param producer which of the producers sends it
     */
    int partition(int producer, byte[] key, int valueBytes);

    /** Lets time pass; called a few hundred times per detection window. */
    default void tick(long nowNanos) {}

    @Override
    default void close() {}
}
