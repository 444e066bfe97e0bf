/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.cli.command.KeyText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.errors.SerializationException;

/** Values that are one scalar: the field {@code value}. */
final class PlainValues {
    private PlainValues() {}

    static ValueReader number(List<Wanted> wanted) {
        Wanted.As as = wanted.isEmpty()
                ? Wanted.As.NUMBER
                : wanted.get(0).and(Wanted.As.NUMBER).as();
        return (headers, value) -> {
            Scalar read = Scalar.of(new String(value, StandardCharsets.UTF_8), false, as);
            // Such as +5 and .5, which are no numbers in JSON.
            return new Fields(List.of(new Scalar(read.number().orElseThrow().toString(), false, read.number())));
        };
    }

    static ValueReader text(List<Wanted> wanted) {
        Wanted.As as = wanted.isEmpty() ? Wanted.As.TEXT : wanted.get(0).as();
        return (headers, value) -> {
            try {
                return new Fields(List.of(Scalar.of(KeyText.utf8(value), true, as)));
            } catch (CharacterCodingException e) {
                throw new SerializationException("the value is not UTF-8", e);
            }
        };
    }

    static ValueReader whole() {
        return (headers, value) -> {
            if (value.length != Long.BYTES) {
                throw new SerializationException("the value must have 8 bytes, has " + value.length);
            }
            return new Fields(List.of(Scalar.of(ByteBuffer.wrap(value).getLong())));
        };
    }
}
