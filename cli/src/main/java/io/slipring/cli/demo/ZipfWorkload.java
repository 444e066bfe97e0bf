/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import io.slipring.cli.input.KeyedRow;
import io.slipring.cli.trial.Sample;
import io.slipring.cli.trial.Workload;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Records whose keys follow Zipf's law with exponent 1: the r-th most frequent of K keys comes in about 1/r of the most
 * frequent one's records, and at least once. Counts are exact, only the order is random, so every seed has the same records
 * and keys.
 *
 * @param recordCount number of records; at least the number of keys
 * @param keys number of keys
 * @param seed of the order and of the numbers
 */
record ZipfWorkload(int recordCount, int keys, long seed) implements Workload {
    private static final String FIELD = "value";
    private static final int NUMBERS = 2_001;
    private static final int LEAST_NUMBER = -1_000;

    /** Checks the counts. */
    ZipfWorkload {
        if (keys < 1 || recordCount < keys) {
            throw new IllegalArgumentException("records must be >= keys >= 1, were " + recordCount + " and " + keys);
        }
    }

    @Override
    public String describe() {
        return "%,d records over %,d keys, Zipf(1.0), seed %d".formatted(recordCount, keys, seed);
    }

    @Override
    public long records() {
        return recordCount;
    }

    @Override
    public Optional<String> field() {
        return Optional.of(FIELD);
    }

    @Override
    public void forEach(SampleConsumer consumer) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        int[] order = shuffled(random);
        for (int i = 0; i < order.length; i++) {
            int number = LEAST_NUMBER + random.nextInt(NUMBERS);
            KeyedRow row = new KeyedRow(i + 1, "key-" + order[i], "{\"" + FIELD + "\":" + number + "}");
            consumer.accept(new Sample(row, Optional.of(BigDecimal.valueOf(number))));
        }
    }

    /** The rank of each record's key, 1 to K, in random order (Fisher and Yates). */
    private int[] shuffled(SplittableRandom random) {
        int[] ranks = new int[recordCount];
        int filled = 0;
        double scale = scale();
        for (int rank = 1; rank <= keys; rank++) {
            int count = count(scale, rank);
            for (int i = 0; i < count; i++) {
                ranks[filled++] = rank;
            }
        }
        for (int rank = 1; filled < ranks.length; rank = rank % keys + 1) {
            ranks[filled++] = rank;
        }
        for (int i = ranks.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = ranks[i];
            ranks[i] = ranks[j];
            ranks[j] = swapped;
        }
        return ranks;
    }

    private static int count(double scale, int rank) {
        return Math.max(1, (int) (scale / rank));
    }

    /** The largest whole number of records of the first key with which the total is not exceeded. */
    private int scale() {
        int low = 1;
        int high = recordCount;
        while (low < high) {
            int middle = low + (high - low + 1) / 2;
            if (total(middle) <= recordCount) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private long total(double scale) {
        long total = 0;
        for (int rank = 1; rank <= keys; rank++) {
            total += count(scale, rank);
        }
        return total;
    }
}
