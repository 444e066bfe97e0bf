/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Cells;
import io.slipring.processor.core.Windowing;
import java.util.function.LongSupplier;

/** The windows that a user asked for, and whether only their final aggregates. */
record WindowSpec(Cells cells, boolean finalOnly) {
    static final WindowSpec NONE = new WindowSpec(Cells.WHOLE, false);

    Windowing windowing(SlipringConfig config, LongSupplier clock) {
        return cells.areWindows()
                ? new Windowing(
                        cells,
                        finalOnly,
                        config.idle().toMillis(),
                        config.markInterval().toMillis(),
                        clock)
                : Windowing.NONE;
    }
}
