/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.admin.GrowthPlan;
import io.slipring.admin.GrowthResult;
import io.slipring.admin.RingGrowth;
import io.slipring.cli.command.CommandFailure;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;

/**
 * Shards to be added to a ring, planned against a live cluster; nothing has changed yet.
 *
 * @param before the ring as it is
 * @param plan what has to be done
 */
public record ShardAddition(Ring before, GrowthPlan plan) {
    /**
     * Plans, and has the brokers validate the plan.
     *
     * @param count shards to add
     * @param comment why; kept with the ring
     * @throws IllegalArgumentException if the ring can't have so many more
     * @throws CommandFailure if topics that must grow do not exist
     */
    public static ShardAddition plan(
            Admin admin, ControlTopicConfig control, ControlSnapshot snapshot, Ring before, int count, String comment) {
        Ring after = RingChange.on(before)
                .addShards(count)
                .createdAtMs(System.currentTimeMillis())
                .comment(comment)
                .next();
        GrowthPlan plan =
                new RingGrowth(admin, control).plan(after, Optional.of(before.epoch()), snapshot.apps(before.name()));
        if (!plan.possible()) {
            throw new CommandFailure("topics that must grow with ring " + before.name() + " do not exist: "
                    + plan.missing() + "; create them, or start the applications that do, then repeat");
        }
        return new ShardAddition(before, plan);
    }

    /** Grows all topics in one step, and publishes the epoch once every partition has a leader. */
    public GrowthResult execute(Admin admin, ControlTopicConfig control) {
        return new RingGrowth(admin, control).execute(plan);
    }

    /** The ring as it is to be. */
    public Ring after() {
        return plan.next();
    }
}
