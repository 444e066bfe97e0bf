/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.RingDiff;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;

/**
 * How far the handoffs of an application are, by what its tasks report.
 *
 * @param left vnodes still to be sent, received or released, each counted at every task that it is before
 * @param total the same at the start
 * @param settled whether every task has adopted the newest epoch and has nothing left
 */
public record HandoffProgress(long left, long total, boolean settled) {
    /**
     * Sums up the tasks of an application.
     *
     * @param epochs epochs of the ring that are known; not empty
     */
    public static HandoffProgress of(NavigableMap<Epoch, Ring> epochs, Collection<TaskBacklog> tasks) {
        long left = tasks.stream().mapToLong(TaskBacklog::left).sum();
        boolean settled = tasks.stream().allMatch(TaskBacklog::settled);
        return new HandoffProgress(left, total(epochs, tasks), settled);
    }

    /** What the changes move that not every task has adopted; the last change in any case. */
    private static long total(NavigableMap<Epoch, Ring> epochs, Collection<TaskBacklog> tasks) {
        int lowest = tasks.stream()
                .flatMap(task -> task.report().stream())
                .mapToInt(report -> Math.max(report.getEpoch(), Epoch.FIRST.value()))
                .min()
                .orElse(epochs.lastKey().value());
        long total = 0;
        Map.Entry<Epoch, Ring> after = epochs.lastEntry();
        Map.Entry<Epoch, Ring> before = epochs.lowerEntry(after.getKey());
        while (before != null) {
            total += 2L * RingDiff.between(before.getValue(), after.getValue()).movedVnodes();
            after = before;
            before = after.getKey().value() <= lowest ? null : epochs.lowerEntry(after.getKey());
        }
        return total;
    }

    /** Both of them, as one. */
    HandoffProgress plus(HandoffProgress other) {
        return new HandoffProgress(left + other.left, total + other.total, settled && other.settled);
    }

    /** The part that is done, 0 to 1; 1 only if settled. */
    public double share() {
        return settled ? 1 : total == 0 ? 0 : Math.max(0, Math.min(0.99, 1 - (double) left / total));
    }
}
