/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.input;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One row of an input: named fields in the input's order. A CSV cell is always a string (leading zeros and all); NDJSON
 * fields keep their JSON types.
 *
 * @param line the line that the row starts on, counted from 1
 * @param fields the row's fields; owned by the caller once handed out
 */
public record Row(long line, ObjectNode fields) {
    /** Checks the line number. */
    public Row {
        if (line < 1) {
            throw new IllegalArgumentException("line must be >= 1, was " + line);
        }
    }
}
