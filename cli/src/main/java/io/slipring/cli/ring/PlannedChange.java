/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.admin.GrowthPlan;
import io.slipring.admin.GrowthResult;
import io.slipring.admin.MoveForecast;
import io.slipring.admin.RingGrowth;
import io.slipring.cli.command.CommandFailure;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import org.apache.kafka.clients.admin.Admin;

/**
 * A change of a ring, planned against a live cluster; nothing has changed yet.
 *
 * @param before the ring as it is
 * @param plan what has to be done
 * @param forecast what will move
 */
public record PlannedChange(Ring before, GrowthPlan plan, MoveForecast forecast) {
    /**
     * Plans, and has the brokers validate the plan.
     *
     * @param snapshot what the change was made from
     * @param after the next epoch of a ring in the snapshot
     */
    public static PlannedChange of(Admin admin, ControlTopicConfig control, ControlSnapshot snapshot, Ring after) {
        Ring before = snapshot.ring(after.name());
        GrowthPlan plan = new RingGrowth(admin, control).plan(after, snapshot);
        return new PlannedChange(before, plan, MoveForecast.of(before, after, snapshot));
    }

    /** Whether the ring is as wanted already: only the epoch, the time and the comment would differ. */
    public boolean isNothing() {
        Ring same = after().toBuilder()
                .epoch(before.epoch())
                .createdAtMs(before.createdAtMs())
                .comment(before.comment())
                .build();
        return same.equals(before);
    }

    /** The same change, whatever happens to applications that are not registered. */
    public PlannedChange forced() {
        return new PlannedChange(before, plan.forced(), forecast);
    }

    /**
     * Grows all topics in one step, and publishes the epoch once every partition has a leader.
     *
     * @throws CommandFailure if something stands in the way
     */
    public GrowthResult execute(Admin admin, ControlTopicConfig control) {
        if (!plan.possible()) {
            throw new CommandFailure("nothing was changed: " + plan.obstacles());
        }
        return new RingGrowth(admin, control).execute(plan);
    }

    /** The ring as it is to be. */
    public Ring after() {
        return plan.next();
    }
}
