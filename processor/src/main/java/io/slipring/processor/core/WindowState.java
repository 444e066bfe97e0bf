/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.VnodeSet;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;

/**
 * What a task with windows must remember of time; a snapshot. Times are milliseconds since the Unix epoch, {@link
 * Long#MIN_VALUE} before the first.
 *
 * @param windows describes the windows that the state was made with; empty without windows
 * @param streamTime the largest timestamp of the task's source records
 * @param closed windows that are over at this time are closed in the task's vnodes, but for those in {@code others}
 * @param others by ascending time, vnodes that are closed up to another time
 * @param closing vnodes that may still have entries of windows that are closed
 * @param late records and partials that came too late, by the number of their records and windows
 * @param peers by partition, what is known of each task, this one included
 */
public record WindowState(
        String windows,
        long streamTime,
        long closed,
        List<Closed> others,
        VnodeSet closing,
        long late,
        List<Peer> peers) {
    /** Of a task that has done nothing, or has no windows. */
    public static final WindowState NONE =
            new WindowState("", Cells.NEVER, Cells.NEVER, List.of(), VnodeSet.EMPTY, 0, List.of());

    public WindowState {
        others = List.copyOf(others);
        peers = List.copyOf(peers);
    }

    /** What others than the task itself may want to know. */
    public WindowState summary() {
        return new WindowState(windows, streamTime, closed, List.of(), VnodeSet.EMPTY, late, List.of());
    }

    /** Vnodes and the time up to which their windows are closed. */
    public record Closed(long time, VnodeSet vnodes) {
        /** One for each time, ascending; a copy. */
        static List<Closed> of(SortedMap<Long, BitSet> vnodes) {
            return vnodes.entrySet().stream()
                    .map(run -> new Closed(run.getKey(), Bits.set(run.getValue())))
                    .toList();
        }
    }

    /**
     * What is known of a task.
     *
     * @param heard the newest epoch that its messages, of whatever kind, have shown it to have adopted; 0 before the first
     * @param epoch and all that follow: as in its last {@link Transfer.Mark}; of this task, the one that it sent last
     */
    public record Peer(int partition, int heard, int epoch, int floor, long streamTime, boolean idle) {
        static Peer unheard(int partition) {
            return new Peer(partition, 0, 0, 0, Cells.NEVER, false);
        }
    }
}
