/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntSupplier;

/**
 * A seeded source of Zipf-distributed ranks: of n ranks, rank r (from 0) is drawn with probability proportional to
 * 1/(r+1)<sup>s</sup>. With s = 0 all are equally likely; words of a language have s near 1.
 *
 * <p>Exact: inverts the cumulative distribution by binary search, O(log n) a draw and 8 bytes a rank, with no rejection and
 * no approximation. The same seed gives the same ranks on every JVM and platform, as {@link StrictMath} and {@link Random} are
 * specified to the bit. Not thread-safe.
 */
public final class Zipf implements IntSupplier {
    private final double[] cumulative;
    private final Random random;

    /**
     * Creates a source.
     *
     * @param ranks how many ranks there are, at least 1
     * @param exponent the skew s, at least 0
     * @param seed determines all draws
     */
    public Zipf(int ranks, double exponent, long seed) {
        if (ranks < 1) {
            throw new IllegalArgumentException("ranks must be >= 1, was " + ranks);
        }
        if (!(exponent >= 0) || Double.isInfinite(exponent)) {
            throw new IllegalArgumentException("exponent must be >= 0 and finite, was " + exponent);
        }
        this.cumulative = new double[ranks];
        this.random = new Random(seed);
        double sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += StrictMath.pow(rank + 1.0, -exponent);
            cumulative[rank] = sum;
        }
    }

    /**
     * Draws the next rank.
     *
     * @return 0, the likeliest, to ranks - 1
     */
    @Override
    public int getAsInt() {
        double drawn = random.nextDouble() * cumulative[cumulative.length - 1];
        int found = Arrays.binarySearch(cumulative, drawn);
        // a rank owns [previous sum, own sum): hitting a sum means the rank behind it
        int rank = found >= 0 ? found + 1 : -found - 1;
        return Math.min(rank, cumulative.length - 1);
    }

    /**
     * Returns how likely a rank is.
     *
     * @param rank from 0 to ranks - 1
     * @return a probability; those of all ranks add up to 1
     */
    public double probability(int rank) {
        double before = rank == 0 ? 0 : cumulative[rank - 1];
        return (cumulative[rank] - before) / cumulative[cumulative.length - 1];
    }
}
