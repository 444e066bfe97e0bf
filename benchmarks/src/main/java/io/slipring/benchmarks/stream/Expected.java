/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

/** What the totals of all keys must be after some loads. Not thread-safe. */
final class Expected {
    private final long[] counts;
    private final long[] sums;
    private long records;

    Expected(int keys) {
        counts = new long[keys];
        sums = new long[keys];
    }

    void add(Load load) {
        add(load, load.records());
    }

    /**
     * Adds the first records of a load that is repeated.
     *
     * @param sent how many
     */
    void add(Load load, int sent) {
        for (int record = 0; record < sent; record++) {
            int key = load.order()[record % load.records()];
            counts[key]++;
            sums[key] += Load.number(record);
        }
        records += sent;
    }

    long records() {
        return records;
    }

    boolean matches(int key, long count, long sum) {
        return counts[key] == count && sums[key] == sum;
    }
}
