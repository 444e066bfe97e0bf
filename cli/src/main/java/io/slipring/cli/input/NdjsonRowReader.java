/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Rows of an NDJSON input: one JSON object a line, blank lines left out. */
final class NdjsonRowReader implements RowReader {
    private static final ObjectReader READER = new ObjectMapper()
            .readerFor(JsonNode.class)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .with(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .without(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES);

    private final LineReader lines;

    NdjsonRowReader(InputStream in) {
        this.lines = new LineReader(in);
    }

    @Override
    public @Nullable Row next() throws IOException, MalformedRowException {
        InputLine line = lines.next();
        while (line != null && line.text().isBlank()) {
            line = lines.next();
        }
        return line == null ? null : new Row(line.number(), parse(line));
    }

    private static ObjectNode parse(InputLine line) throws MalformedRowException {
        try {
            if (READER.readValue(line.text()) instanceof ObjectNode fields) {
                return fields;
            }
        } catch (JsonProcessingException e) {
            throw new MalformedRowException(line.number(), "not JSON: " + e.getOriginalMessage());
        } catch (NumberFormatException e) {
            throw new MalformedRowException(line.number(), "a number has an exponent out of range");
        }
        throw new MalformedRowException(line.number(), "not a JSON object");
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
