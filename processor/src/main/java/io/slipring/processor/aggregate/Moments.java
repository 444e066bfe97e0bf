/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.OptionalDouble;

/**
 * Count, mean and squared deviations of a number, merged by the formula of Chan, Golub and LeVeque (1979), which doesn't cancel
 * where the mean is large and the spread small. Off by a few units in the last place; merging is exactly commutative.
 *
 * @param count values; >= 0
 * @param mean 0 if there are none
 * @param squares sum of the squared deviations from the mean; >= 0
 */
public record Moments(long count, double mean, double squares) {
    private static final double CLOSE = 1e-10;

    /** Over no values. */
    public static final Moments NONE = new Moments(0, 0, 0);

    /** Checks count and squares. */
    public Moments {
        if (count < 0 || squares < 0) {
            throw new IllegalArgumentException("count and squares must be >= 0, were " + count + " and " + squares);
        }
    }

    /** Over the values of both. */
    public Moments plus(Moments other) {
        if (count == 0 || other.count == 0) {
            return count == 0 ? other : this;
        }
        long total = Math.addExact(count, other.count);
        double apart = mean - other.mean;
        double middle;
        if (count == other.count) {
            middle = mean / 2 + other.mean / 2;
        } else if (count > other.count) {
            middle = mean - apart * ((double) other.count / total);
        } else {
            middle = other.mean + apart * ((double) count / total);
        }
        double between = apart * apart * ((double) count * other.count / total);
        double within = squares + other.squares;
        return new Moments(total, middle, within + between);
    }

    Moments plus(double value) {
        return plus(new Moments(1, value, 0));
    }

    /** Mean squared deviation, of all values there are; empty if there are none. */
    public OptionalDouble variance() {
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(squares / count);
    }

    /** What a sample says of the variance of what it was drawn from; empty below two values. */
    public OptionalDouble sampleVariance() {
        return count < 2 ? OptionalDouble.empty() : OptionalDouble.of(squares / (count - 1));
    }

    /** The root of {@link #variance}. */
    public OptionalDouble stddev() {
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / count));
    }

    /** Whether both may be over the same values: the formula's rounding grows with the mean and the spread. */
    boolean isNear(Moments other) {
        double spread = Math.sqrt(Math.max(squares, other.squares) / Math.max(1, count));
        double size = Math.max(Math.abs(mean), Math.abs(other.mean));
        double roundedOff = Math.ulp(size) * Math.ulp(size) * 16 * count;
        return count == other.count
                && Math.abs(mean - other.mean) <= CLOSE * (size + spread)
                && Math.abs(squares - other.squares) <= CLOSE * count * spread * (spread + size) + roundedOff;
    }

    static final Format<Moments> FORMAT = new Format<>("variance", 1) {
        @Override
        void write(String topic, Moments aggregate, ByteOut out) {
            out.unsigned(aggregate.count).real(aggregate.mean).real(aggregate.squares);
        }

        @Override
        Moments read(String topic, ByteIn in) {
            return new Moments(in.natural(), in.real(), in.real());
        }
    };
}
