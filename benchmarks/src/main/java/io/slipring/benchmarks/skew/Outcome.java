/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.skew;

import java.util.Arrays;
import java.util.List;

/** What placing a stretch of a stream did. */
final class Outcome {
    private final long[] records;
    private final long[] bytes;
    private long partials;

    Outcome(int partitions) {
        this.records = new long[partitions];
        this.bytes = new long[partitions];
    }

    /** Several stretches as one. */
    static Outcome sum(List<Outcome> stretches, int partitions) {
        Outcome sum = new Outcome(partitions);
        for (Outcome stretch : stretches) {
            for (int partition = 0; partition < partitions; partition++) {
                sum.records[partition] += stretch.records[partition];
                sum.bytes[partition] += stretch.bytes[partition];
            }
            sum.partials += stretch.partials;
        }
        return sum;
    }

    void count(int partition, int size) {
        records[partition]++;
        bytes[partition] += size;
    }

    /** Counts partials that tasks send on: one for each key, partition but one of the key's, and flush. */
    void partials(int sent) {
        partials += sent;
    }

    long records(int partition) {
        return records[partition];
    }

    long records() {
        return Arrays.stream(records).sum();
    }

    double recordsMaxOverMean() {
        return maxOverMean(records);
    }

    double bytesMaxOverMean() {
        return maxOverMean(bytes);
    }

    double partialsPerRecord() {
        return (double) partials / Arrays.stream(records).sum();
    }

    private static double maxOverMean(long[] loads) {
        return Arrays.stream(loads).max().orElse(0)
                / Arrays.stream(loads).average().orElse(1);
    }
}
