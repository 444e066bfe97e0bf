/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A moment by which something has to have happened. */
final class Deadline {
    private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

    private final Duration timeout;
    private final long endNanos;

    private Deadline(Duration timeout) {
        this.timeout = timeout;
        this.endNanos = System.nanoTime() + timeout.toNanos();
    }

    static Deadline of(Duration timeout) {
        return new Deadline(timeout);
    }

    boolean passed() {
        return System.nanoTime() - endNanos >= 0;
    }

    /**
     * Polls until the condition holds.
     *
     * @param awaited completes "Waited 5s for …": what is awaited and how things stand; evaluated on failure only
     * @throws IllegalStateException if the deadline passed, or the thread was interrupted, before the condition held
     */
    void await(BooleanSupplier condition, Supplier<String> awaited) {
        while (!condition.getAsBoolean()) {
            if (passed()) {
                throw new IllegalStateException("Waited " + timeout.toMillis() + " ms for " + awaited.get());
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("Interrupted while waiting for " + awaited.get());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
