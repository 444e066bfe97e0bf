/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Cells;
import io.slipring.processor.core.Windowing;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.internals.SessionWindow;
import org.apache.kafka.streams.kstream.internals.TimeWindow;

/** The windows that a user asked for, and whether only their final aggregates. */
record WindowSpec(Cells cells, boolean finalOnly) {
    /** No task counts as idle before its time was looked at so often. */
    private static final int LOOKS = 4;

    static final WindowSpec NONE = new WindowSpec(Cells.WHOLE, false);

    /** A key with a session. */
    static <K> Windowed<K> session(K key, long start, long end) {
        return new Windowed<>(key, new SessionWindow(start, end));
    }

    /** A cell's key with its window; there are windows of time. */
    <K> Windowed<K> windowed(K key, byte[] cell) {
        long start = cells.start(cell);
        return new Windowed<>(key, new TimeWindow(start, start + cells.size()));
    }

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
