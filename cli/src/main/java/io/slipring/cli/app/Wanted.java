/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

/**
 * A field that an aggregate is over.
 *
 * @param name top-level field of a value
 * @param as what it must be
 */
record Wanted(String name, As as) {
    /** What a field must be; each also is what stands before it. */
    enum As {
        /** Text, number or boolean, as text. */
        TEXT,
        /** A decimal number, or text that holds one. */
        NUMBER,
        /** One in the range of a double. */
        DOUBLE
    }

    /** The stricter of two wishes for one field. */
    Wanted and(As other) {
        return as.compareTo(other) >= 0 ? this : new Wanted(name, other);
    }
}
