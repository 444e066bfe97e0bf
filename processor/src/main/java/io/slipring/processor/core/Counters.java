/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

/**
 * What a task has counted since its state was made.
 *
 * <p>Once drained, {@code home = consumed + received - sent - expired} for every task; summed over the tasks, received and
 * sent differ by what is in flight.
 *
 * @param consumed source records folded
 * @param foreign those of them whose key the task did not own
 * @param received records inside partials received
 * @param sent records inside partials sent
 * @param home records inside the home store
 * @param expired records inside entries that were expired or erased
 * @param entries entries in the home store
 * @param bytes their key and value bytes, as in the store
 * @param shippedEntries home entries shipped by handoffs
 * @param shippedBytes their key and value bytes, as in the store
 */
public record Counters(
        long consumed,
        long foreign,
        long received,
        long sent,
        long home,
        long expired,
        long entries,
        long bytes,
        long shippedEntries,
        long shippedBytes) {
    /** Of a task that has done nothing. */
    public static final Counters ZERO = new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
