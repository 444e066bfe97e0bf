/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import java.util.Comparator;
import java.util.List;

/** What is changed in a simulated ring. */
sealed interface Change {

    /** Adds so many shards of weight 1. */
    record Add(int count) implements Change {
        public Add {
            positive(count, "the number of shards to add");
        }
    }

    /** Removes the last so many shards. */
    record Remove(int count) implements Change {
        public Remove {
            positive(count, "the number of shards to remove");
        }
    }

    /** Gives a shard another weight; all others weigh 1. */
    record Weigh(int shard, int weight) implements Change {
        public Weigh {
            if (shard < 0 || weight < 0) {
                throw new IllegalArgumentException("shard and weight must be >= 0, were " + shard + " and " + weight);
            }
        }
    }

    private static void positive(int count, String what) {
        if (count < 1) {
            throw new IllegalArgumentException(what + " must be >= 1, was " + count);
        }
    }

    /** Reads {@code add:N}, {@code remove:N} or {@code weight:SHARD:WEIGHT}. */
    static Change parse(String text) {
        String[] parts = text.split(":", -1);
        try {
            if (parts.length == 2 && parts[0].equals("add")) {
                return new Add(Integer.parseInt(parts[1]));
            }
            if (parts.length == 2 && parts[0].equals("remove")) {
                return new Remove(Integer.parseInt(parts[1]));
            }
            if (parts.length == 3 && parts[0].equals("weight")) {
                return new Weigh(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
            }
        } catch (NumberFormatException e) {
            throw malformed(text);
        }
        throw malformed(text);
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException("a change must be add:N, remove:N or weight:SHARD:WEIGHT, was " + text);
    }

    /** Returns the change as {@link #parse} reads it. */
    default String text() {
        if (this instanceof Add add) {
            return "add:" + add.count();
        }
        if (this instanceof Remove remove) {
            return "remove:" + remove.count();
        }
        Weigh weigh = (Weigh) this;
        return "weight:" + weigh.shard() + ":" + weigh.weight();
    }

    /**
     * Returns the ring after the change.
     *
     * @throws IllegalArgumentException if the ring or its placement can't have it
     */
    default Ring apply(Ring ring) {
        RingChange change = RingChange.on(ring);
        if (this instanceof Add add) {
            return change.addShards(add.count()).next();
        }
        if (this instanceof Weigh weigh) {
            return change.setWeight(new ShardId(weigh.shard()), weigh.weight()).next();
        }
        List<ShardId> last = ring.shards().stream()
                .filter(shard -> !shard.isDrained())
                .map(Shard::id)
                .sorted(Comparator.reverseOrder())
                .limit(((Remove) this).count())
                .toList();
        last.forEach(change::removeShard);
        return change.next();
    }
}
