/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.cli.command.CommandFailure;
import io.slipring.hotkeys.Heat;
import io.slipring.hotkeys.SplitChange;
import io.slipring.hotkeys.SplitPlan;
import io.slipring.hotkeys.SplitRule;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlSnapshot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Declares all hot keys split, as producers' reports have them. */
@Command(
        name = "plan-splits",
        description = {
            "Spread all keys that producers report as hot, hottest first, over the least loaded shards.",
            "Takes the place of all splits declared so far."
        })
final class RingPlanSplitsCommand extends RingChangeCommand {
    @Option(
            names = "--part",
            paramLabel = "P",
            defaultValue = "0.125",
            description =
                    "No piece of a key is to have more than this part of a shard's even load (default ${DEFAULT-VALUE}).")
    private double part = SplitRule.DEFAULT_PART;

    @Override
    Ring change(Ring before, ControlSnapshot snapshot) {
        Heat heat = Heat.of(before, snapshot.hotKeys(before.name()), System.currentTimeMillis());
        if (heat.producers() == 0) {
            throw new CommandFailure("no producer of ring " + before.name()
                    + " reports its hot keys; set slipring.hotkeys.report=true in their configuration");
        }
        SplitPlan plan = SplitPlan.of(before, heat.hot(), heat.loads(), new SplitRule(part));
        return SplitChange.with(before, plan.splits());
    }
}
