/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import io.slipring.ring.Ring;
import io.slipring.ring.RingDiff;
import io.slipring.schemas.TaskProgress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How far a handoff is, by what the tasks report. A task that has not adopted the epoch yet has everything before it.
 *
 * @param left vnodes still to be sent, received or released, each counted at every task that it is before
 * @param total the same at the start
 * @param settled whether every task has adopted the epoch and has nothing left
 */
record HandoffProgress(long left, long total, boolean settled) {
    static HandoffProgress of(Ring before, Ring after, List<TaskProgress> tasks) {
        RingDiff diff = RingDiff.between(before, after);
        Map<Integer, TaskProgress> known = new HashMap<>();
        tasks.forEach(task -> known.put(task.getPartition(), task));
        long left = 0;
        boolean settled = true;
        for (int partition = 0; partition < after.requiredPartitions(); partition++) {
            TaskProgress task = known.get(partition);
            if (task == null || task.getEpoch() < after.epoch().value()) {
                left += diff.lostBy(partition).size() + diff.gainedBy(partition).size();
                settled = false;
            } else {
                int open = task.getVnodesToShip() + task.getVnodesAwaited() + task.getVnodesReleasing();
                left += open;
                settled &= open == 0;
            }
        }
        return new HandoffProgress(left, 2L * diff.movedVnodes(), settled);
    }

    /** The part that is done, 0 to 1. */
    double share() {
        return settled ? 1 : total == 0 ? 0 : Math.max(0, Math.min(0.99, 1 - (double) left / total));
    }
}
