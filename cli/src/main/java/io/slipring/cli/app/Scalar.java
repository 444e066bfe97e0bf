/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.math.BigDecimal;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;

/**
 * What a field holds.
 *
 * @param text as it stands in the value; 7 and "7" are the same
 * @param quoted whether it is text in JSON
 * @param number present where a number is wanted
 */
record Scalar(String text, boolean quoted, Optional<BigDecimal> number) {
    /**
     * Reads a number where one is wanted.
     *
     * @throws SerializationException if it is none, or out of range; doesn't tell the value
     */
    static Scalar of(String text, boolean quoted, Wanted.As as) {
        if (as == Wanted.As.TEXT) {
            return new Scalar(text, quoted, Optional.empty());
        }
        BigDecimal number = Numbers.parse(text);
        if (as == Wanted.As.DOUBLE && Double.isInfinite(number.doubleValue())) {
            throw new SerializationException("a number up to 1.7e308 was expected");
        }
        return new Scalar(text, quoted, Optional.of(number));
    }

    /** A whole number, which is in range of whatever is wanted. */
    static Scalar of(long number) {
        return new Scalar(Long.toString(number), false, Optional.of(BigDecimal.valueOf(number)));
    }

    /** As it stood in JSON. */
    String json() {
        return quoted ? '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"' : text;
    }
}
