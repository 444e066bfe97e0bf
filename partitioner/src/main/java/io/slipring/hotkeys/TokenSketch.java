/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import java.util.ArrayList;
import java.util.List;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.LongsSketch;

/**
 * Counts the frequent tokens of one window in bounded memory. Every token above the smallest share of interest is found, and
 * counted to within a sixteenth of that share. Not thread-safe.
 *
 * <p>Misra-Gries with purges of the median, after Anderson et al., "A High-Performance Algorithm for Identifying Frequent
 * Items in Data Streams" (2017), as Apache DataSketches has it; its error is at most 3.5 / size of all counts.
 */
final class TokenSketch {
    private static final int SMALLEST = 1_024;
    private static final int LARGEST = 65_536;
    private static final double ERROR_TIMES_SIZE = 3.5;
    private static final double PRECISION = 16;

    /**
     * A token's count.
     *
     * @param count between the least and the most that it can be
     * @param error by how much the count may be off
     */
    record Count(long token, double count, double error) {}

    private final int size;
    private LongsSketch sketch;

    /**
     * Makes an empty one.
     *
     * @param smallestShare of all counts, above 0; below 1/1,170 tokens are found less precisely
     */
    TokenSketch(double smallestShare) {
        int wanted = (int) Math.min(LARGEST, Math.ceil(PRECISION * ERROR_TIMES_SIZE / smallestShare));
        this.size = Math.max(SMALLEST, Integer.highestOneBit(Math.max(1, wanted - 1)) << 1);
        this.sketch = new LongsSketch(size);
    }

    void add(long token) {
        sketch.update(token);
    }

    /** How many tokens were added. */
    long total() {
        return sketch.getStreamLength();
    }

    /** The tokens that may have more than this share of all, most frequent first. */
    List<Count> above(double share) {
        List<Count> counts = new ArrayList<>();
        long least = (long) (share * total());
        for (LongsSketch.Row row : sketch.getFrequentItems(least, ErrorType.NO_FALSE_NEGATIVES)) {
            double error = (row.getUpperBound() - row.getLowerBound()) / 2.0;
            counts.add(new Count(row.getItem(), row.getLowerBound() + error, error));
        }
        return counts;
    }

    /** Forgets everything. */
    void clear() {
        sketch = new LongsSketch(size);
    }
}
