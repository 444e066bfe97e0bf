/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import java.util.function.LongSupplier;

/**
 * A clock that goes on by a little at most each time it is read: what counts as idle by it has been looked at several times. A
 * process that was stopped looks at the clock before it has read the records that came meanwhile. Not thread-safe.
 */
final class RunningClock implements LongSupplier {
    private final LongSupplier clock;
    private final long most;
    private long read;
    private long time;

    /** @param most milliseconds from one reading to the next; at least 1 */
    RunningClock(LongSupplier clock, long most) {
        this.clock = clock;
        this.most = Math.max(1, most);
        this.read = clock.getAsLong();
    }

    @Override
    public long getAsLong() {
        long now = clock.getAsLong();
        time += Math.min(Math.max(0, now - read), most);
        read = now;
        return time;
    }
}
