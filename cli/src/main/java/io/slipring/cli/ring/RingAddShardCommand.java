/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.source.ControlSnapshot;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Adds shards to a ring, and partitions to everything that grows with it. */
@Command(
        name = "add-shard",
        description = {
            "Add shards to a ring while its applications run.",
            "Without --execute it only shows the plan: the topics that grow, in one step, and what moves."
        })
final class RingAddShardCommand extends RingChangeCommand {
    @ArgGroup
    private HowMany howMany = new HowMany();

    @Option(
            names = "--weight",
            paramLabel = "W",
            description = "Weight of the added shards; by default the one that most shards have.")
    private @Nullable Integer weight;

    @Option(names = "--zone", paramLabel = "ZONE", description = "Where the added shards run.")
    private String zone = "";

    /** One of the two. */
    static final class HowMany {
        @Option(names = "--count", paramLabel = "N", description = "Shards to add (default 1).")
        private int count = 1;

        @Option(
                names = "--to-shards",
                paramLabel = "N",
                description = "Shards that there are to be, without drained ones; may be repeated harmlessly.")
        private @Nullable Integer total;
    }

    @Override
    Ring change(Ring before, ControlSnapshot snapshot) {
        RingChange change = RingChange.on(before);
        int count = count(before);
        if (count == 0) {
            return change.next();
        }
        return weight == null
                ? change.addShards(count, zone).next()
                : change.addShards(count, weight, zone).next();
    }

    private int count(Ring before) {
        if (howMany.total == null) {
            return howMany.count;
        }
        int present = (int)
                before.shards().stream().filter(shard -> !shard.isDrained()).count();
        if (howMany.total < present) {
            throw new IllegalArgumentException("--to-shards must be >= " + present + ", the number that there are, was "
                    + howMany.total + "; shards are taken away with 'ring remove-shard'");
        }
        return howMany.total - present;
    }
}
