/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.errors;

import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** A failure that a retry of the same call would meet again; what can be retried is a {@link RingTimeoutException}. */
public class SlipringException extends KafkaException {
    /** Makes one from a message that names rule, value and remedy. */
    public SlipringException(String message) {
        super(message);
    }

    /** Makes one from a message that names rule, value and remedy, and what led to it. */
    public SlipringException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
