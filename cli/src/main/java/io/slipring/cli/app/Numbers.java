/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.processor.aggregate.Stats;
import java.math.BigDecimal;
import org.apache.kafka.common.errors.SerializationException;

/** Decimal numbers of a size that can be summed exactly. */
final class Numbers {
    private static final int MAX_LENGTH = 1_100;

    private Numbers() {}

    /**
     * Reads a decimal number; spaces around it are left out.
     *
     * @throws SerializationException if the text is no number, or one of too many digits
     */
    static BigDecimal parse(String text) {
        String stripped = text.strip();
        if (stripped.isEmpty() || stripped.length() > MAX_LENGTH) {
            throw new SerializationException(
                    "a number was expected, the text has " + stripped.length() + " characters");
        }
        try {
            return checked(new BigDecimal(stripped));
        } catch (NumberFormatException e) {
            throw new SerializationException("a number was expected, the text is none");
        }
    }

    /**
     * Passes a number on.
     *
     * @throws SerializationException if it has too many digits to be summed exactly
     */
    static BigDecimal checked(BigDecimal number) {
        try {
            Stats.of(number);
            return number;
        } catch (ArithmeticException e) {
            throw new SerializationException(e.getMessage(), e);
        }
    }
}
