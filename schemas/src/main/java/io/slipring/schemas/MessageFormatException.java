/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

/** Bytes that are not a message that this version of Slipring can read. */
public abstract sealed class MessageFormatException extends RuntimeException
        permits NotSingleObjectException, UnknownSchemaException, DamagedMessageException {
    private static final long serialVersionUID = 1L;

    MessageFormatException(String message) {
        super(message);
    }

    MessageFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
