/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.errors;

/** The ring, or the epoch of it, was never published where it was looked for. */
public final class RingNotFoundException extends SlipringException {
    /** Makes one from a message that names ring, epoch and the place that was searched. */
    public RingNotFoundException(String message) {
        super(message);
    }
}
