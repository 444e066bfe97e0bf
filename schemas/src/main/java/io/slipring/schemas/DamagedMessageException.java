/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

/** The bytes end too early, go on after the end of the message, or have a value that their schema rules out. */
public final class DamagedMessageException extends MessageFormatException {
    private static final long serialVersionUID = 1L;

    DamagedMessageException(String message) {
        super(message);
    }

    DamagedMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
