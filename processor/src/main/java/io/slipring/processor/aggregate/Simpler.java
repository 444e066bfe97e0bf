/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.Stream;

/** Simpler values than one: what a counterexample is made smaller by. */
final class Simpler {
    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    private Simpler() {}

    /** Some that are nearer to zero or shorter, the simplest first; none for a type that isn't known. */
    @SuppressWarnings("unchecked") // each case gives values of the class that it was given
    static <V> List<V> than(V value) {
        Stream<?> simpler;
        if (value instanceof Long number) {
            simpler = Stream.of(0L, number / 2, number - Long.signum(number));
        } else if (value instanceof Integer number) {
            simpler = Stream.of(0, number / 2, number - Integer.signum(number));
        } else if (value instanceof Double number) {
            simpler = Stream.of(0.0, 1.0, Math.rint(number), Math.rint(number / 2))
                    .filter(other -> Math.abs(other) < Math.abs(number) || other == Math.rint(number));
        } else if (value instanceof BigDecimal number) {
            BigInteger whole = number.setScale(0, RoundingMode.DOWN).toBigInteger();
            simpler = Stream.of(BigDecimal.ZERO, new BigDecimal(whole), number.divide(TWO, 0, RoundingMode.DOWN));
        } else if (value instanceof String text) {
            simpler = Stream.of("", text.substring(text.length() / 2), text.substring(Math.min(1, text.length())));
        } else {
            simpler = Stream.empty();
        }
        return (List<V>) simpler.filter(other -> !other.equals(value)).toList();
    }
}
