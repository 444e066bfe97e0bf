/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** Reads some fields out of a JSON object without building the object. */
final class JsonFields {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonFields() {}

    /**
     * Reads top-level fields; reads the object to its end, so that a damaged one never counts.
     *
     * @param wanted none if the object needs only to be well formed
     * @throws SerializationException if the value is no JSON object, or a field is missing, twice there or not what is wanted
     */
    static Fields read(byte[] value, List<Wanted> wanted) {
        return parse(value, parser -> {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new SerializationException("a JSON object was expected");
            }
            @Nullable Scalar[] found = readFields(parser, wanted);
            end(parser);
            for (int i = 0; i < found.length; i++) {
                if (found[i] == null) {
                    throw new SerializationException(
                            "no field '" + wanted.get(i).name() + "'");
                }
            }
            return new Fields(Arrays.asList(found));
        });
    }

    /**
     * Checks that the bytes are JSON, of whatever kind, and UTF-8.
     *
     * @throws SerializationException if they are not
     */
    static void check(byte[] value) {
        PlainKey.STRING.check(value);
        JsonToken unused = parse(value, parser -> {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new SerializationException("JSON was expected, there are no bytes");
            }
            parser.skipChildren();
            end(parser);
            return first;
        });
    }

    private static void end(JsonParser parser) throws IOException {
        if (parser.nextToken() != null) {
            throw new SerializationException("something follows the JSON");
        }
    }

    @FunctionalInterface
    private interface Reading<T> {
        T of(JsonParser parser) throws IOException;
    }

    private static <T> T parse(byte[] value, Reading<T> reading) {
        try (JsonParser parser = JSON.createParser(value)) {
            return reading.of(parser);
        } catch (StreamConstraintsException e) {
            // Such as a number of thousands of digits; has no location, and tells sizes only.
            throw new SerializationException("JSON beyond its limits: " + e.getOriginalMessage());
        } catch (JsonProcessingException e) {
            throw new SerializationException(
                    "not JSON from byte " + e.getLocation().getByteOffset() + " on");
        } catch (IOException e) {
            // Four bytes that begin like UTF-32 and are no character; nothing else is read than the array.
            throw new SerializationException("not JSON in any encoding of Unicode");
        }
    }

    private static @Nullable Scalar[] readFields(JsonParser parser, List<Wanted> wanted) throws IOException {
        @Nullable Scalar[] found = new Scalar[wanted.size()];
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            int index = indexOf(wanted, parser.currentName());
            JsonToken token = parser.nextToken();
            if (index < 0) {
                parser.skipChildren();
            } else if (found[index] != null) {
                throw new SerializationException("field '" + wanted.get(index).name() + "' is there twice");
            } else {
                found[index] = scalar(parser, token, wanted.get(index));
            }
        }
        return found;
    }

    private static int indexOf(List<Wanted> wanted, String name) {
        for (int i = 0; i < wanted.size(); i++) {
            if (wanted.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private static Scalar scalar(JsonParser parser, JsonToken token, Wanted wanted) throws IOException {
        boolean text = wanted.as() == Wanted.As.TEXT;
        if (!token.isNumeric() && token != JsonToken.VALUE_STRING && !(text && token.isBoolean())) {
            throw new SerializationException("field '" + wanted.name() + "' must be "
                    + (text ? "text, a number, true or false" : "a number, or a string that holds one"));
        }
        try {
            return Scalar.of(parser.getText(), token == JsonToken.VALUE_STRING, wanted.as());
        } catch (SerializationException e) {
            throw new SerializationException("field '" + wanted.name() + "': " + e.getMessage());
        }
    }
}
