/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/** Turns results into JSON text. */
public final class Json {
    private static final ObjectMapper LINE_MAPPER = new ObjectMapper();
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Json() {}

    /** Writes a map, list, record or tree as indented JSON. */
    public static String text(Object result) {
        return write(MAPPER, result);
    }

    /** Writes the same as one line. */
    public static String line(Object result) {
        return write(LINE_MAPPER, result);
    }

    private static String write(ObjectMapper mapper, Object result) {
        try {
            return mapper.writeValueAsString(result);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Cannot write " + result.getClass() + " as JSON", e);
        }
    }
}
