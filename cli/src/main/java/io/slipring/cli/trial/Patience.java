/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.trial;

import java.time.Duration;

/** Ends when something that should change has not for a while. Not thread-safe. */
public final class Patience {
    private final long nanos;
    private long last;
    private long since = System.nanoTime();

    /** Starts now. */
    public Patience(Duration limit) {
        this.nanos = limit.toNanos();
    }

    /** Takes note of a value; says whether it has been the same for longer than the limit. */
    public boolean lost(long value) {
        long now = System.nanoTime();
        if (value != last) {
            last = value;
            since = now;
        }
        return now - since > nanos;
    }
}
