/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.errors;

import org.jspecify.annotations.Nullable;

/** The control topic cannot be used as it is; the message names the topic and the fix. */
public final class ControlTopicException extends SlipringException {
    /** What is wrong with the topic, or with our standing towards it. */
    public enum Reason {
        /** The topic does not exist. */
        MISSING,
        /** Its {@code cleanup.policy} would delete ring definitions. */
        POLICY,
        /** It does not have exactly one partition. */
        PARTITIONS,
        /** This client may not read or write it, or could not prove who it is. */
        ACCESS
    }

    private final Reason reason;

    /** Makes one from a message that names the topic and the fix. */
    public ControlTopicException(Reason reason, String message) {
        this(reason, message, null);
    }

    /** Makes one from a message that names the topic and the fix, and what led to it. */
    public ControlTopicException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }
}
