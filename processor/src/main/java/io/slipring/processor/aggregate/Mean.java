/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/**
 * Count and exact sum of a decimal number, and so its mean.
 *
 * @param count values; >= 0
 * @param sum exact, of the smallest scale
 */
public record Mean(long count, BigDecimal sum) {
    /** Over no values. */
    public static final Mean NONE = new Mean(0, BigDecimal.ZERO);

    /** Checks the count. */
    public Mean {
        if (count < 0) {
            throw new IllegalArgumentException("count must be >= 0, was " + count);
        }
    }

    /** Over the values of both. */
    public Mean plus(Mean other) {
        return new Mean(Math.addExact(count, other.count), Decimals.plus(sum, other.sum));
    }

    Mean plus(BigDecimal value) {
        return new Mean(Math.addExact(count, 1), Decimals.plus(sum, value));
    }

    /** The mean, rounded once, half even, to 16 significant digits; empty if there are no values. */
    public Optional<BigDecimal> value() {
        return count == 0
                ? Optional.empty()
                : Optional.of(sum.divide(BigDecimal.valueOf(count), MathContext.DECIMAL64));
    }

    static final Format<Mean> FORMAT = new Format<>("mean", 1) {
        @Override
        void write(String topic, Mean aggregate, ByteOut out) {
            Decimals.put(out.unsigned(aggregate.count), aggregate.sum);
        }

        @Override
        Mean read(String topic, ByteIn in) {
            return new Mean(in.natural(), Decimals.take(in));
        }
    };
}
