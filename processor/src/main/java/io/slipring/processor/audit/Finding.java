/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

/**
 * Something in an application's state that must not be.
 *
 * @param kind what is wrong
 * @param partition the task's
 * @param other the other partition concerned, or -1
 * @param vnode the vnode concerned, or -1
 * @param difference records or keys too many, negative for too few
 * @param text one line for people, with the figures
 */
public record Finding(Kind kind, int partition, int other, int vnode, long difference, String text) {
    /** What can be wrong. */
    public enum Kind {
        /** The home changelog holds other records or keys than its ledger counts. */
        HOME,
        /** The changelog goes on after the last ledger, and no ledger follows. */
        UNSEALED,
        /** A ledger's own figures do not add up. */
        BALANCE,
        /** Records sent to a task are neither received nor on their way. */
        IN_FLIGHT,
        /** A task holds keys that are neither its own nor on their way out. */
        OWNER,
        /** A key is in two home stores, and not because it is being handed off between them. */
        TWO_STORES,
        /** The source topic holds other records than the task took from it. */
        SOURCE,
        /** The source topic holds other records of a key than the application's state. */
        KEY,
        /** The source topic no longer holds all that the task took from it, so that it can't be recounted. */
        SOURCE_GONE
    }

    /** Whether two findings are of the same thing, though maybe with other figures. */
    boolean isSameAs(Finding other) {
        return kind == other.kind && partition == other.partition && this.other == other.other && vnode == other.vnode;
    }
}
