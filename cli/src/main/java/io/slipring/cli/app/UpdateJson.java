/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;

/**
 * An update as the JSON object that goes to the output topic: {@code {"key":"MCI|MDW","count":3,"sum":41}}. With windows, {@code
 * "window_start":"2013-01-01T05:00:00Z","window_end":"2013-01-01T06:00:00Z"} is behind the key; the end is no part of it.
 */
public final class UpdateJson {
    private static final String KEY = "key";
    private static final String COUNT = "count";
    static final String WINDOW_START = "window_start";
    static final String WINDOW_END = "window_end";
    private static final JsonFactory JSON =
            JsonFactory.builder().build().enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);

    private UpdateJson() {}

    /**
     * Writes an update as UTF-8.
     *
     * @param subject what it is about
     */
    static byte[] write(Subject subject, AppUpdate update) {
        return write(subject, json -> {
            json.writeNumberField(COUNT, update.count());
            for (Map.Entry<String, BigDecimal> number : update.numbers().entrySet()) {
                json.writeNumberField(number.getKey(), number.getValue());
            }
        });
    }

    /** Writes what follows the key. */
    @FunctionalInterface
    interface Results {
        void write(JsonGenerator json) throws IOException;
    }

    /**
     * Writes an update of other results as UTF-8.
     *
     * @param subject what it is about
     */
    static byte[] write(Subject subject, Results results) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(96);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField(KEY, subject.key());
            if (subject.window().isPresent()) {
                json.writeStringField(
                        WINDOW_START, subject.window().get().startTime().toString());
                json.writeStringField(
                        WINDOW_END, subject.window().get().endTime().toString());
            }
            results.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads an update back.
     *
     * @throws SerializationException if it is none
     */
    public static AppUpdate read(byte[] bytes) {
        try (JsonParser json = JSON.createParser(bytes)) {
            long count = -1;
            Map<String, BigDecimal> numbers = new LinkedHashMap<>();
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (name.equals(COUNT)) {
                    count = json.getLongValue();
                } else if (!name.equals(KEY)) {
                    numbers.put(name, json.getDecimalValue());
                }
            }
            if (count < 1) {
                throw new SerializationException("an update must have a count >= 1, was " + count);
            }
            return new AppUpdate(count, numbers);
        } catch (IOException e) {
            throw new SerializationException("not an update", e);
        }
    }

    /**
     * Reads only the count of an update, which is quicker.
     *
     * @throws SerializationException if it has none
     */
    public static long count(byte[] bytes) {
        try (JsonParser json = JSON.createParser(bytes)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean found = json.currentName().equals(COUNT);
                json.nextToken();
                if (found) {
                    return json.getLongValue();
                }
            }
        } catch (IOException e) {
            throw new SerializationException("not an update", e);
        }
        throw new SerializationException("an update must have a count");
    }
}
