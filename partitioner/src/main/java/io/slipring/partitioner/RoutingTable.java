/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.errors.RingDoesNotFitException;
import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The rings that a router chooses from: the newest, and for topics too small for it, each older one that needs less. */
final class RoutingTable {
    private final Ring newest;
    private final int newestRequires;

    /** Newest first, each with fewer required partitions than the one before; the newest ring leads. */
    private final Ring[] candidates;

    private RoutingTable(Ring[] candidates) {
        this.candidates = candidates;
        this.newest = candidates[0];
        this.newestRequires = newest.requiredPartitions();
    }

    /** Holds one ring. */
    static RoutingTable of(Ring ring) {
        return new RoutingTable(new Ring[] {ring});
    }

    /** This table with one more ring, wherever its epoch puts it. */
    RoutingTable with(Ring ring) {
        List<Ring> all = new ArrayList<>(List.of(candidates));
        all.removeIf(held -> held.epoch().equals(ring.epoch()));
        all.add(ring);
        all.sort(Comparator.comparing(Ring::epoch).reversed());
        List<Ring> kept = new ArrayList<>();
        for (Ring next : all) {
            if (kept.isEmpty()
                    || next.requiredPartitions() < kept.get(kept.size() - 1).requiredPartitions()) {
                kept.add(next);
            }
        }
        return new RoutingTable(kept.toArray(new Ring[0]));
    }

    Ring newest() {
        return newest;
    }

    boolean newestFits(int partitions) {
        return newestRequires <= partitions;
    }

    /** The newest ring that fits; null if none does. */
    @Nullable
    Ring fitting(int partitions) {
        for (Ring ring : candidates) {
            if (ring.requiredPartitions() <= partitions) {
                return ring;
            }
        }
        return null;
    }

    /** Says which shard of the newest ring a topic has no place for. */
    RingDoesNotFitException misfit(String topic, int partitions) {
        Shard homeless = newest.shards().stream()
                .filter(shard -> shard.partition() >= partitions)
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(topic + " fits after all"));
        return new RingDoesNotFitException(
                newest.name(),
                topic,
                newest.epoch().value(),
                homeless.id().value(),
                homeless.partition(),
                partitions,
                newestRequires);
    }
}
