/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.schemas;

/** The bytes end too early, go on after the end of the message, have a value that their schema rules out, or contradict
 * themselves. */
public final class DamagedMessageException extends MessageFormatException {
    private static final long serialVersionUID = 1L;

    DamagedMessageException(String message) {
        super(message);
    }

    /** Makes one for a message whose bytes can be read, but whose fields contradict each other. */
    public DamagedMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
