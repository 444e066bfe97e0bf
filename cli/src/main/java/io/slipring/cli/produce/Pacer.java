/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Spreads records evenly over time. Late records are not caught up on beyond {@link #MAX_LAG_NANOS}, so that a pause is
 * not followed by a burst. Not thread-safe.
 */
public final class Pacer {
    private static final long MAX_LAG_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Shorter waits are saved up: sleeping for less is inexact, and costs more than it spreads. */
    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final double nanosPerRecord;
    private final LongSupplier clock;
    private final LongConsumer pause;
    private double due;

    /**
     * Starts now.
     *
     * @param recordsPerSecond 0 for no limit
     * @param clock nanoseconds, as of {@link System#nanoTime()}
     * @param pause waits for about as many nanoseconds
     */
    Pacer(double recordsPerSecond, LongSupplier clock, LongConsumer pause) {
        if (recordsPerSecond < 0) {
            throw new IllegalArgumentException("the rate must be >= 0 records per second, was " + recordsPerSecond);
        }
        this.nanosPerRecord = recordsPerSecond == 0 ? 0 : 1e9 / recordsPerSecond;
        this.clock = clock;
        this.pause = pause;
        this.due = clock.getAsLong();
    }

    /** Starts now, by the system's clock. */
    public static Pacer atRate(double recordsPerSecond) {
        return new Pacer(recordsPerSecond, System::nanoTime, LockSupport::parkNanos);
    }

    /** Waits until the next record is due. */
    public void await() {
        if (nanosPerRecord == 0) {
            return;
        }
        long now = clock.getAsLong();
        if (due - now >= MIN_PAUSE_NANOS) {
            pause.accept((long) (due - now));
        } else if (now - due > MAX_LAG_NANOS) {
            due = now - MAX_LAG_NANOS;
        }
        due += nanosPerRecord;
    }
}
