/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

/** The bytes were written by a schema of the message that this version of Slipring does not have. */
public final class UnknownSchemaException extends MessageFormatException {
    private static final long serialVersionUID = 1L;

    UnknownSchemaException(String message) {
        super(message);
    }
}
