/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

/** A handoff that broke its own promise: other partials arrived than the sender says it sent. */
public final class HandoffException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HandoffException(String message) {
        super(message);
    }
}
