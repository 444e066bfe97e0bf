/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

/** A promise that a simulated run broke. */
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
        super(message);
    }

    Violation(String message, Throwable cause) {
        super(message, cause);
    }

    static void unless(boolean holds, String format, Object... args) {
        if (!holds) {
            throw new Violation(String.format(format, args));
        }
    }
}
