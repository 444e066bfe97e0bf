/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

/** Keeps a history up to date with a place, on a thread of its own, until it is closed. */
interface RingReader extends AutoCloseable {
    RingHistory history();

    /** Ends the thread and waits for it, for a bounded time; never throws. */
    @Override
    void close();
}
