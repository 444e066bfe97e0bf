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

/** Drains shards. */
@Command(
        name = "remove-shard",
        description = {
            "Take everything from shards while the ring's applications run.",
            "Their partitions can't be taken from the topics: they stay, drained, until an added shard takes them up."
        })
final class RingRemoveShardCommand extends RingChangeCommand {
    @Option(
            names = "--shard",
            required = true,
            split = ",",
            paramLabel = "ID",
            description = "Shards to remove, by comma.")
    private Set<Integer> shards = new TreeSet<>();

    @Override
    Ring change(Ring before, ControlSnapshot snapshot) {
        RingChange change = RingChange.on(before);
        shards.forEach(shard -> change.setWeight(new ShardId(shard), 0));
        return change.next();
    }
}
