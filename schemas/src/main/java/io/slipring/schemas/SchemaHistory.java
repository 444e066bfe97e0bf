/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/**
 * The schemas by which a message was ever written, kept as resources {@code history/<message>-<n>.avsc} with n = 1, 2 and so
 * on; the last is the present one. None is ever changed or taken away.
 */
final class SchemaHistory {

    private SchemaHistory() {}

    /** Returns the schemas of a message, oldest first, at least one. */
    static List<Schema> of(String message) {
        List<Schema> schemas = new ArrayList<>();
        for (int version = 1; ; version++) {
            String resource = "history/" + message + "-" + version + ".avsc";
            try (InputStream in = SchemaHistory.class.getResourceAsStream(resource)) {
                if (in == null) {
                    break;
                }
                schemas.add(new Schema.Parser().parse(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot read " + resource, e);
            }
        }
        return schemas;
    }
}
