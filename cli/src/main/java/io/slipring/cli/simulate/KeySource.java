/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import java.nio.file.Path;
import java.util.Locale;

/** Where the keys of a simulation come from. */
sealed interface KeySource {

    /** One key per line, in UTF-8; a line that comes twice is two records. */
    record Lines(Path file) implements KeySource {}

    /** The records that a topic holds now. */
    record Topic(String name) implements KeySource {}

    /**
     * Generated keys, of which the i-th most frequent has 1 / i^exponent times the records of the first.
     *
     * @param exponent 0, all alike, to 10
     * @param keys 1 to 10,000,000
     */
    record Zipf(double exponent, int keys) implements KeySource {
        private static final int MAX_KEYS = 10_000_000;

        public Zipf {
            if (!(exponent >= 0 && exponent <= 10)) {
                throw new IllegalArgumentException("the exponent of zipf must be 0..10, was " + exponent);
            }
            if (keys < 1 || keys > MAX_KEYS) {
                throw new IllegalArgumentException("the keys of zipf must be 1.." + MAX_KEYS + ", were " + keys);
            }
        }
    }

    /** Reads {@code FILE}, {@code topic:NAME} or {@code zipf:EXPONENT:KEYS}. */
    static KeySource parse(String text) {
        if (text.toLowerCase(Locale.ROOT).startsWith("zipf:")) {
            String[] parts = text.split(":", -1);
            try {
                return new Zipf(Double.parseDouble(parts[1]), Integer.parseInt(parts[parts.length == 3 ? 2 : 0]));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "generated keys must be zipf:EXPONENT:KEYS, as zipf:1.0:100000, were " + text, e);
            }
        }
        if (text.startsWith("topic:")) {
            return new Topic(text.substring("topic:".length()));
        }
        return new Lines(Path.of(text));
    }
}
