/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import io.slipring.testkit.Zipf;
import java.util.Random;

/** How often keys come, relative to each other. */
public enum Workload {
    /** All alike. */
    UNIFORM("uniform"),
    /** Zipf with exponent 1. */
    ZIPF_10("zipf1.0"),
    /** Zipf with exponent 1.5. */
    ZIPF_15("zipf1.5"),
    /** One key has every second record, the others are alike. */
    HALF("half");

    private final String label;

    Workload(String label) {
        this.label = label;
    }

    /**
     * Draws keys.
     *
     * @param keys how many there are
     * @param records how many to draw
     * @return an index of a key for each record, the same for the same arguments
     */
    int[] draw(int keys, int records, long seed) {
        int[] order = new int[records];
        Random random = new Random(seed);
        Zipf zipf = new Zipf(keys, this == ZIPF_10 ? 1.0 : 1.5, seed);
        for (int i = 0; i < records; i++) {
            order[i] = switch (this) {
                case UNIFORM -> random.nextInt(keys);
                case ZIPF_10, ZIPF_15 -> zipf.getAsInt();
                case HALF -> random.nextBoolean() ? 0 : random.nextInt(keys);
            };
        }
        return order;
    }

    @Override
    public String toString() {
        return label;
    }
}
