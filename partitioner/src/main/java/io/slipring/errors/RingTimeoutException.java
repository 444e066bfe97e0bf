/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.errors;

import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/** A wait passed its deadline; the message says for what, for how long and what was seen last. */
public final class RingTimeoutException extends RetriableException {
    /** Makes one from a message that says what was waited for. */
    public RingTimeoutException(String message) {
        super(message);
    }

    /** Makes one from a message that says what was waited for, and the last failure met while waiting. */
    public RingTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
