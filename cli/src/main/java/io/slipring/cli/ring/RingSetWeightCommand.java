/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.ShardId;
import io.slipring.ring.source.ControlSnapshot;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Changes the weights of shards. */
@Command(
        name = "set-weight",
        description = "Give shards another share of the keys, in proportion to the weights of the others.")
final class RingSetWeightCommand extends RingChangeCommand {
    @Option(names = "--shard", required = true, split = ",", paramLabel = "ID", description = "Shards, by comma.")
    private Set<Integer> shards = new TreeSet<>();

    @Option(
            names = "--weight",
            required = true,
            paramLabel = "W",
            description = "A whole number; 0 drains, as remove-shard does.")
    private int weight;

    @Override
    Ring change(Ring before, ControlSnapshot snapshot) {
        RingChange change = RingChange.on(before);
        shards.forEach(shard -> change.setWeight(new ShardId(shard), weight));
        return change.next();
    }
}
