/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Reads one number out of a JSON object without building the object. */
final class JsonNumbers {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonNumbers() {}

    /**
     * Reads the number of a top-level field; reads the object to its end, so that a damaged one never counts.
     *
     * @param field empty if the object needs only to be well formed; then the number is 1
     * @throws SerializationException if the value is no JSON object, or the field is missing, twice there or no number
     */
    static BigDecimal read(byte[] value, Optional<String> field) {
        try (JsonParser parser = JSON.createParser(value)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new SerializationException("a JSON object was expected");
            }
            BigDecimal found = readFields(parser, field.orElse(null));
            if (parser.nextToken() != null) {
                throw new SerializationException("something follows the JSON object");
            }
            if (field.isEmpty()) {
                return BigDecimal.ONE;
            }
            if (found == null) {
                throw new SerializationException("no field '" + field.get() + "'");
            }
            return found;
        } catch (JsonProcessingException e) {
            throw new SerializationException(
                    "not JSON from byte " + e.getLocation().getByteOffset() + " on");
        } catch (IOException e) {
            // Four bytes that begin like UTF-32 and are no character; nothing else is read than the array.
            throw new SerializationException("not JSON in any encoding of Unicode");
        }
    }

    private static @Nullable BigDecimal readFields(JsonParser parser, @Nullable String field) throws IOException {
        BigDecimal found = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean wanted = parser.currentName().equals(field);
            JsonToken token = parser.nextToken();
            if (!wanted) {
                parser.skipChildren();
            } else if (found != null) {
                throw new SerializationException("field '" + field + "' is there twice");
            } else {
                found = number(parser, token, field);
            }
        }
        return found;
    }

    private static BigDecimal number(JsonParser parser, JsonToken token, @Nullable String field) throws IOException {
        if (token.isNumeric()) {
            try {
                return Numbers.checked(parser.getDecimalValue());
            } catch (NumberFormatException e) {
                throw new SerializationException("field '" + field + "' has an exponent out of range");
            }
        }
        if (token != JsonToken.VALUE_STRING) {
            throw new SerializationException("field '" + field + "' must be a number, or a string that holds one");
        }
        try {
            return Numbers.parse(parser.getText());
        } catch (SerializationException e) {
            throw new SerializationException("field '" + field + "': " + e.getMessage());
        }
    }
}
