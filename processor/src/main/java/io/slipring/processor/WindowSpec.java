/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Cells;
import io.slipring.processor.core.Windowing;
import java.util.function.LongSupplier;

/** The windows that a user asked for, and whether only their final aggregates. */
record WindowSpec(Cells cells, boolean finalOnly) {
    /** No task counts as idle before its time was looked at so often. */
    private static final int LOOKS = 4;

    static final WindowSpec NONE = new WindowSpec(Cells.WHOLE, false);

    Windowing windowing(SlipringConfig config, LongSupplier clock) {
        return cells.areWindows()
                ? new Windowing(
                        cells,
                        finalOnly,
                        config.idle().toMillis(),
                        config.markInterval().toMillis(),
                        new RunningClock(clock, config.idle().toMillis() / LOOKS))
                : Windowing.NONE;
    }
}
