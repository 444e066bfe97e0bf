/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Ring;

/** The ring's history as a task may see it. */
public interface Epochs {
    /** The first epoch of the ring. */
    int oldest();

    /** The newest epoch that a task may adopt; never decreases. */
    int latest();

    /**
     * The ring of an epoch. An epoch that another task has adopted exists, though it may not be known here yet: the call
     * then waits for it, within its deadline.
     */
    Ring ring(int epoch);
}
