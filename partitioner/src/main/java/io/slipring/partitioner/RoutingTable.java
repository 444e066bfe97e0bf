/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.errors.RingDoesNotFitException;
import io.slipring.hotkeys.HotKey;
import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The rings that a router chooses from, with their splits: the newest, and for topics too small for it, each older one that
 * needs less.
 */
final class RoutingTable {
    private final Routes newest;

    /** Newest first, each with fewer required partitions than the one before; the newest ring leads. */
    private final Routes[] candidates;

    private final List<HotKey> hot;

    private RoutingTable(Routes[] candidates, List<HotKey> hot) {
        this.candidates = candidates;
        this.newest = candidates[0];
        this.hot = hot;
    }

    /** Holds one ring. */
    static RoutingTable of(Ring ring) {
        return new RoutingTable(new Routes[] {Routes.of(ring, List.of())}, List.of());
    }

    /** This table with one more ring, wherever its epoch puts it. */
    RoutingTable with(Ring ring) {
        List<Routes> all = new ArrayList<>(List.of(candidates));
        all.removeIf(held -> held.ring().epoch().equals(ring.epoch()));
        all.add(Routes.of(ring, hot));
        all.sort(Comparator.comparing((Routes routes) -> routes.ring().epoch()).reversed());
        List<Routes> kept = new ArrayList<>();
        for (Routes next : all) {
            if (kept.isEmpty() || next.required() < kept.get(kept.size() - 1).required()) {
                kept.add(next);
            }
        }
        return new RoutingTable(kept.toArray(new Routes[0]), hot);
    }

    /** This table with other hot keys. */
    RoutingTable withHot(List<HotKey> found) {
        Routes[] next = new Routes[candidates.length];
        for (int i = 0; i < next.length; i++) {
            next[i] = Routes.of(candidates[i].ring(), found);
        }
        return new RoutingTable(next, found);
    }

    Routes newest() {
        return newest;
    }

    boolean newestFits(int partitions) {
        return newest.fit(partitions);
    }

    /** The newest that fits; null if none does. */
    @Nullable
    Routes fitting(int partitions) {
        for (Routes routes : candidates) {
            if (routes.fit(partitions)) {
                return routes;
            }
        }
        return null;
    }

    /** Says which shard of the newest ring a topic has no place for. */
    RingDoesNotFitException misfit(String topic, int partitions) {
        Ring ring = newest.ring();
        Shard homeless = ring.shards().stream()
                .filter(shard -> shard.partition() >= partitions)
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(topic + " fits after all"));
        return new RingDoesNotFitException(
                ring.name(),
                topic,
                ring.epoch().value(),
                homeless.id().value(),
                homeless.partition(),
                partitions,
                newest.required());
    }
}
