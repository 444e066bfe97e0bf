/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Shard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Draws changes of a ring from a seed: the same seed gives the same ones, down to the tables. Some come in a burst, before
 * the handoff of the one before can have ended. Not thread-safe.
 */
final class RingPlan {
    private static final int MAX_WEIGHT = 4;
    private static final int MIN_SHARDS = 2;
    private static final double BURST = 0.2;
    private static final long MAX_BURST_MILLIS = 1_000;

    private final Random random;
    private final int maxShards;
    private final Duration calm;
    private final List<Ring> history = new ArrayList<>();

    /**
     * Starts a plan.
     *
     * @param first the ring to change
     * @param maxShards most shards that own anything, which is also the most partitions
     * @param calm least pause between two changes that are not of a burst; the largest is three times as long
     */
    RingPlan(long seed, Ring first, int maxShards, Duration calm) {
        this.random = new Random(seed);
        this.maxShards = maxShards;
        this.calm = calm;
        history.add(first);
    }

    /** Draws the next change. */
    RingStep next() {
        Ring before = history.get(history.size() - 1);
        while (true) {
            RingStep step = draw(before);
            if (step != null && !step.after().fingerprint().equals(before.fingerprint())) {
                history.add(step.after());
                return step;
            }
        }
    }

    private @Nullable RingStep draw(Ring before) {
        Duration pause = random.nextDouble() < BURST
                ? Duration.ofMillis(random.nextLong(MAX_BURST_MILLIS))
                : calm.plusMillis(random.nextLong(2 * calm.toMillis()));
        List<Shard> owners =
                before.shards().stream().filter(shard -> !shard.isDrained()).toList();
        Shard shard = owners.get(random.nextInt(owners.size()));
        int choice = random.nextInt(10);
        if (choice < 3) {
            return owners.size() >= maxShards
                    ? null
                    : new RingStep(
                            "addShard",
                            "add a shard",
                            before,
                            RingChange.on(before).addShards(1).next(),
                            pause);
        }
        if (choice < 5) {
            return owners.size() <= MIN_SHARDS
                    ? null
                    : new RingStep(
                            "removeShard",
                            "remove shard " + shard.id(),
                            before,
                            RingChange.on(before).removeShard(shard.id()).next(),
                            pause);
        }
        if (choice < 8) {
            int weight = 1 + random.nextInt(MAX_WEIGHT);
            return new RingStep(
                    "setWeight",
                    "set the weight of shard " + shard.id() + " to " + weight,
                    before,
                    RingChange.on(before).setWeight(shard.id(), weight).next(),
                    pause);
        }
        Ring older = history.get(random.nextInt(history.size()));
        return new RingStep(
                "revert",
                "go back to epoch " + older.epoch(),
                before,
                older.toBuilder().epoch(before.epoch().next()).build(),
                pause);
    }
}
