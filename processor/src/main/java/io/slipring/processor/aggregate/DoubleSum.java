/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

/**
 * A compensated sum of binary floating-point numbers (Neumaier 1974): what each addition rounds off is added up beside it.
 * Parts may be added up anywhere and in any order; the results differ by no more than {@link #error}.
 *
 * @param sum rounded sum
 * @param compensation what was rounded off
 * @param magnitude sum of the absolute values; NaN and infinite sums come only of its overflow
 */
public record DoubleSum(double sum, double compensation, double magnitude) {
    private static final double BESIDE = 0x1p-64;

    /** Over no values. */
    public static final DoubleSum ZERO = new DoubleSum(0, 0, 0);

    /** Over the values of both. */
    public DoubleSum plus(DoubleSum other) {
        double total = sum + other.sum;
        double size = magnitude + other.magnitude;
        if (Double.isInfinite(total) || Double.isNaN(total)) {
            return new DoubleSum(total, 0, size);
        }
        double lost = Math.abs(sum) >= Math.abs(other.sum) ? (sum - total) + other.sum : (other.sum - total) + sum;
        double before = compensation + other.compensation;
        return new DoubleSum(total, before + lost, size);
    }

    DoubleSum plus(double value) {
        return plus(new DoubleSum(value, 0, Math.abs(value)));
    }

    /** The sum. */
    public double value() {
        return sum + compensation;
    }

    /** The most by which {@link #value} is off, for up to 2^40 values: two units in its last place, and 2^-64 of the magnitude. */
    public double error() {
        return 2 * Math.ulp(value()) + magnitude * BESIDE;
    }

    boolean isNear(DoubleSum other) {
        return Double.compare(value(), other.value()) == 0
                || Math.abs(value() - other.value()) <= error() + other.error();
    }

    static final Format<DoubleSum> FORMAT = new Format<>("sum of doubles", 1) {
        @Override
        void write(String topic, DoubleSum aggregate, ByteOut out) {
            out.real(aggregate.sum).real(aggregate.compensation).real(aggregate.magnitude);
        }

        @Override
        DoubleSum read(String topic, ByteIn in) {
            return new DoubleSum(in.real(), in.real(), in.real());
        }
    };
}
