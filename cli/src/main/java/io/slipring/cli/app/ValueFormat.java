/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;

/** How the value of an input record becomes the number that is aggregated. */
enum ValueFormat {
    /** A JSON object; a number, or a string that holds one, in one of its top-level fields. */
    JSON {
        @Override
        BigDecimal number(byte[] value, Optional<String> field) {
            return JsonNumbers.read(value, field);
        }
    },
    /** The number itself as text, such as {@code 14} or {@code 2.5e3}. */
    NUMBER {
        @Override
        BigDecimal number(byte[] value, Optional<String> field) {
            return Numbers.parse(new String(value, StandardCharsets.UTF_8));
        }
    },
    /** Not looked at; enough to count. */
    BYTES {
        @Override
        BigDecimal number(byte[] value, Optional<String> field) {
            return BigDecimal.ONE;
        }
    };

    /**
     * Reads the number of a value.
     *
     * @param field the field of an object; empty if the value needs only to be well formed, and then the number is 1
     * @throws SerializationException if there is none; the message does not tell the value
     */
    abstract BigDecimal number(byte[] value, Optional<String> field);
}
