/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import org.apache.kafka.common.errors.RetriableException;

/**
 * A key's state is on its way from one task to another, so no complete answer can be given yet. Retry; a handoff of some
 * hundred megabytes takes seconds.
 */
public final class HandoffInProgressException extends RetriableException {
    private static final long serialVersionUID = 1L;

    HandoffInProgressException(String message) {
        super(message);
    }
}
