/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/**
 * Count, exact sum, least and greatest of a number. Numbers that are equal by value but not by scale (1.0 and 1.00) are
 * kept with the smaller scale, so that the result does not depend on the order of the values.
 *
 * @param count values; >= 0
 * @param sum exact; zero if there are none
 * @param min empty if there are no values
 * @param max empty if there are no values
 */
public record Stats(long count, BigDecimal sum, Optional<BigDecimal> min, Optional<BigDecimal> max) {
    /** Over no values. */
    public static final Stats NONE = new Stats(0, BigDecimal.ZERO, Optional.empty(), Optional.empty());

    public Stats {
        if (count < 0) {
            throw new IllegalArgumentException("count must be >= 0, was " + count);
        }
        if (min.isPresent() != count > 0 || max.isPresent() != count > 0) {
            throw new IllegalArgumentException("min and max must be present exactly if count > 0, count was " + count);
        }
    }

    /**
     * Over one value.
     *
     * @throws ArithmeticException if it has more than 1,000 digits before or after the point: exact sums of such numbers
     *     would take unbounded memory
     */
    public static Stats of(BigDecimal value) {
        BigDecimal number = Decimals.normal(Decimals.checked(value));
        return new Stats(1, number, Optional.of(number), Optional.of(number));
    }

    /** Over the values of both. */
    public Stats plus(Stats other) {
        if (count == 0) {
            return other;
        }
        if (other.count == 0) {
            return this;
        }
        return new Stats(
                Math.addExact(count, other.count),
                Decimals.plus(sum, other.sum),
                Optional.of(min.orElseThrow().min(other.min.orElseThrow())),
                Optional.of(max.orElseThrow().max(other.max.orElseThrow())));
    }

    /** The mean, rounded half even to 16 significant digits; empty if there are no values. */
    public Optional<BigDecimal> mean() {
        return count == 0
                ? Optional.empty()
                : Optional.of(sum.divide(BigDecimal.valueOf(count), MathContext.DECIMAL64));
    }
}
