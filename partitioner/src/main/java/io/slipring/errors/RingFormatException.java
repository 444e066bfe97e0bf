/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.errors;

import org.jspecify.annotations.Nullable;

/** A ring definition is damaged, contradicts itself or has a version that this reader does not know. */
public final class RingFormatException extends SlipringException {
    /** Makes one from a message that names the rule and the value that breaks it. */
    public RingFormatException(String message) {
        super(message);
    }

    /** Makes one from a message that names the rule and the value that breaks it, and what led to it. */
    public RingFormatException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
