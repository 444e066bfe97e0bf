/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A strategy that computes which shard owns which vnode. A pure function: the same input gives the same table on every
 * machine. Clients never run one, they read the table, so a placement can be changed without touching a client.
 */
public interface Placement {

    /** Returns the name under which {@link Placements#of} finds it. */
    String name();

    /** Returns its settings, as they are kept in the ring. */
    default Map<String, String> config() {
        return Map.of();
    }

    /**
     * Computes the owners of all vnodes.
     *
     * @param previous the ring to start from, of which as little as possible should move; null for a new ring
     * @param wanted the shards to place on, by strictly ascending id, at least one with a positive weight
     * @return owners as indexes into {@code wanted}; shards of weight 0 own nothing, all others at least one vnode
     * @throws IllegalArgumentException if this strategy cannot place so; the message says why
     */
    VnodeTable place(@Nullable Ring previous, List<Shard> wanted);
}
