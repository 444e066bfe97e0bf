/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How much handoff work a task may do now: a time slice per tick, and a token bucket of bytes that holds at most a second's
 * worth. The bucket may be overdrawn by one transfer.
 */
final class Budget {
    private final LongSupplier nanoTime;
    private final long bytesPerSecond;
    private double tokens;
    private long refilledAt;
    private long deadline;

    Budget(LongSupplier nanoTime, long bytesPerSecond) {
        this.nanoTime = nanoTime;
        this.bytesPerSecond = bytesPerSecond;
        this.tokens = bytesPerSecond;
        this.refilledAt = nanoTime.getAsLong();
        this.deadline = refilledAt;
    }

    /** Starts a tick of the given length. */
    void start(long nanos) {
        long now = nanoTime.getAsLong();
        double refill = (double) (now - refilledAt) * bytesPerSecond / TimeUnit.SECONDS.toNanos(1);
        tokens = Math.min((double) bytesPerSecond, tokens + refill);
        refilledAt = now;
        deadline = now + nanos;
    }

    void spend(long bytes) {
        tokens -= bytes;
    }

    /** Whether no more may be shipped in this tick. */
    boolean isExhausted() {
        return tokens <= 0 || isTimeUp();
    }

    /** Whether the tick's time is over, however many bytes were shipped in it. */
    boolean isTimeUp() {
        return nanoTime.getAsLong() - deadline >= 0;
    }
}
