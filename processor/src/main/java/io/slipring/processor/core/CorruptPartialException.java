/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

/** A partial whose bytes cannot be read. */
public final class CorruptPartialException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CorruptPartialException(String message) {
        super(message);
    }
}
