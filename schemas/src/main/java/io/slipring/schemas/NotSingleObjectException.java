/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

/** The bytes do not start as Avro's single-object encoding does: with C3 01. */
public final class NotSingleObjectException extends MessageFormatException {
    private static final long serialVersionUID = 1L;

    NotSingleObjectException(String message) {
        super(message);
    }
}
