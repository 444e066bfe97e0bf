/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.function.LongSupplier;

/**
 * What a core is to know of windows.
 *
 * @param cells how records are divided
 * @param finalOnly whether a window's aggregate is emitted once, when it is over, and not at each change
 * @param idleMillis how long no source record has come to a task when others no longer wait for its time; at least 1
 * @param markMillis least time between two marks of a task; at least 1
 * @param clock the time in milliseconds
 */
public record Windowing(Cells cells, boolean finalOnly, long idleMillis, long markMillis, LongSupplier clock) {
    /** No windows. */
    public static final Windowing NONE = new Windowing(Cells.WHOLE, false, 1, 1, () -> 0);

    public Windowing {
        if (idleMillis < 1 || markMillis < 1) {
            throw new IllegalArgumentException(
                    "idleMillis and markMillis must be >= 1, were " + idleMillis + " and " + markMillis);
        }
        if (finalOnly && !cells.areWindows()) {
            throw new IllegalArgumentException("only windows can have a final aggregate");
        }
    }

    /** What a task's state depends on; never changed while the state is wanted. */
    String describe() {
        return cells.areWindows() ? cells + (finalOnly ? ", emitted once" : ", emitted at each change") : "";
    }
}
