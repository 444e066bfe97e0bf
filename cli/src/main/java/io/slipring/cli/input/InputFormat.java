/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import java.util.Locale;

/** What an input is made of. */
public enum InputFormat {
    /** Comma-separated values; the first line names the columns. */
    CSV,
    /** One JSON object a line. */
    NDJSON;

    /**
     * Guesses the format by a file's name: {@code .csv}, or {@code .ndjson}, {@code .jsonl} or {@code .json}, before an
     * optional {@code .gz}. CSV where the name tells nothing.
     */
    public static InputFormat of(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        boolean json = plain.endsWith(".ndjson") || plain.endsWith(".jsonl") || plain.endsWith(".json");
        return json ? NDJSON : CSV;
    }
}
