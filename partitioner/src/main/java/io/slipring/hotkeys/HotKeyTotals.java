/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Merges what several producers, or one in several windows, found hot: shares by weight, where a key that one did not find
 * counts there as absent. Not thread-safe.
 */
public final class HotKeyTotals {
    private static final class Sum {
        private double share;
        private double error;
        private int ways = 1;
    }

    private final Map<ByteBuffer, Sum> sums = new HashMap<>();
    private double weight;

    /**
     * Adds what one found.
     *
     * @param records how many records the shares are of, in whatever unit is common to all; at least 0
     */
    public void add(double records, List<HotKey> hot) {
        weight += records;
        for (HotKey key : hot) {
            Sum sum = sums.computeIfAbsent(ByteBuffer.wrap(key.key()), k -> new Sum());
            sum.share += records * key.share();
            sum.error += records * key.error();
            sum.ways = Math.max(sum.ways, key.ways());
        }
    }

    /** The keys by decreasing share of everything added; ways are the most that anyone had. */
    public List<HotKey> merged() {
        return sums.entrySet().stream()
                .map(entry -> {
                    Sum sum = entry.getValue();
                    return new HotKey(
                            entry.getKey().array(),
                            weight == 0 ? 0 : Math.min(1, sum.share / weight),
                            weight == 0 ? 0 : sum.error / weight,
                            sum.ways);
                })
                .sorted(Comparator.comparingDouble(HotKey::share).reversed())
                .toList();
    }
}
