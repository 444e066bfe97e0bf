/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.errors.SerializationException;

/** How the value of an input record becomes the fields that are aggregated. */
enum ValueFormat {
    /** A JSON object; its top-level fields. */
    JSON {
        @Override
        Fields fields(byte[] value, List<Wanted> wanted) {
            return JsonFields.read(value, wanted);
        }
    },
    /** One number as text, such as {@code 14} or {@code 2.5e3}: the field {@code value}. */
    NUMBER {
        @Override
        Fields fields(byte[] value, List<Wanted> wanted) {
            Wanted.As as = wanted.isEmpty()
                    ? Wanted.As.NUMBER
                    : wanted.get(0).and(Wanted.As.NUMBER).as();
            Scalar read = Scalar.of(new String(value, StandardCharsets.UTF_8), false, as);
            // Such as +5 and .5, which are no numbers in JSON.
            return new Fields(List.of(new Scalar(read.number().orElseThrow().toString(), false, read.number())));
        }
    },
    /** Not looked at; enough to count. */
    BYTES {
        @Override
        Fields fields(byte[] value, List<Wanted> wanted) {
            return Fields.NONE;
        }
    };

    /** What a plain number is called where a field is to be named. */
    static final String PLAIN = "value";

    /**
     * Reads the fields of a value.
     *
     * @param wanted none if the value needs only to be well formed
     * @throws SerializationException if one is not there; the message does not tell the value
     */
    abstract Fields fields(byte[] value, List<Wanted> wanted);
}
