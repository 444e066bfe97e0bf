/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Decimal numbers whose exact sums take bounded memory. */
final class Decimals {
    private static final int MAX_DIGITS = 1_000;

    /** Above what any exact sum of numbers of 1,000 digits on either side of the point has. */
    static final int MAX_SCALE = 4_000;

    private Decimals() {}

    /**
     * Passes a number on.
     *
     * @throws ArithmeticException if it has more than 1,000 digits before or after the point
     */
    static BigDecimal checked(BigDecimal value) {
        if (Math.abs((long) value.scale()) > MAX_DIGITS || value.precision() > MAX_DIGITS) {
            throw new ArithmeticException("number must have at most " + MAX_DIGITS + " digits, has scale "
                    + value.scale() + " and precision " + value.precision());
        }
        return value;
    }

    /** The same number with the smallest scale, so that equal ones are equal objects. */
    static BigDecimal normal(BigDecimal number) {
        return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    }

    static BigDecimal plus(BigDecimal left, BigDecimal right) {
        return normal(left.add(right));
    }

    static void put(ByteOut out, BigDecimal number) {
        out.signed(number.scale()).counted(number.unscaledValue().toByteArray());
    }

    static BigDecimal take(ByteIn in) {
        long scale = in.signed();
        byte[] unscaled = in.counted();
        if (unscaled.length == 0 || unscaled.length > MAX_SCALE || scale > MAX_SCALE || scale < -MAX_SCALE) {
            throw in.damaged(
                    "a number of scale " + scale + " and " + unscaled.length + " bytes; both are at most " + MAX_SCALE);
        }
        return new BigDecimal(new BigInteger(unscaled), (int) scale);
    }
}
