/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.skew;

import io.slipring.testkit.TestData;
import io.slipring.testkit.Zipf;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** A stream of records: which key comes when, and how large each key's values are. Immutable. */
final class SkewStream {
    private static final int RANKS = 100_000;

    private final String name;
    private final byte[][] keys;
    private final int[] order;

    /**
     * Makes a stream.
     *
     * @param name for tables
     * @param keys the serialized keys
     * @param order indexes into the keys, a record each
     */
    private SkewStream(String name, byte[][] keys, int[] order) {
        this.name = name;
        this.keys = keys;
        this.order = order;
    }

    /** Records of 100,000 keys with this exponent; which key is how frequent depends on the seed. */
    static SkewStream zipf(double exponent, int records, long seed) {
        byte[][] keys = new byte[RANKS][];
        for (int rank = 0; rank < RANKS; rank++) {
            keys[rank] = ("user-" + Long.toString(seed * RANKS + rank, 36)).getBytes(StandardCharsets.UTF_8);
        }
        Zipf ranks = new Zipf(RANKS, exponent, seed);
        int[] order = new int[records];
        for (int i = 0; i < records; i++) {
            order[i] = ranks.getAsInt();
        }
        return new SkewStream("zipf-" + String.format(Locale.ROOT, "%.1f", exponent), keys, order);
    }

    /** The words of the King James text, in order. */
    static SkewStream words() {
        TestData data = TestData.words();
        int column = data.column("word");
        Map<String, Integer> known = new HashMap<>();
        int[] order = new int[Math.toIntExact(data.records())];
        try (Stream<List<String>> rows = data.rows()) {
            int[] at = {0};
            rows.forEach(row -> order[at[0]++] = known.computeIfAbsent(row.get(column), word -> known.size()));
        }
        byte[][] keys = new byte[known.size()][];
        known.forEach((word, index) -> keys[index] = word.getBytes(StandardCharsets.UTF_8));
        return new SkewStream(data.isReal() ? "words" : "words-generated", keys, order);
    }

    /** This stream, then another. */
    SkewStream then(SkewStream other, String both) {
        byte[][] all = new byte[keys.length + other.keys.length][];
        System.arraycopy(keys, 0, all, 0, keys.length);
        System.arraycopy(other.keys, 0, all, keys.length, other.keys.length);
        int[] joined = new int[order.length + other.order.length];
        System.arraycopy(order, 0, joined, 0, order.length);
        for (int i = 0; i < other.order.length; i++) {
            joined[order.length + i] = keys.length + other.order[i];
        }
        return new SkewStream(both, all, joined);
    }

    String name() {
        return name;
    }

    int records() {
        return order.length;
    }

    /** Index of a record's key. */
    int keyIndex(int record) {
        return order[record];
    }

    byte[] key(int record) {
        return keys[order[record]];
    }

    /** Size of a record's value: 20 to 179 bytes, by its key. */
    int valueBytes(int record) {
        return 20 + Math.floorMod(order[record] * 0x9E3779B9, 160);
    }
}
