/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import java.util.List;

/** Rings for tests. */
public final class TestRings {
    private TestRings() {}

    /** Epoch 1 with equal shards. */
    public static Ring first(String name, int shards) {
        return Rings.create(name, shards, Placements.balanced(), List.of("orders"));
    }

    /** One epoch after another, each with one shard more. */
    public static Ring grown(Ring ring) {
        return RingChange.on(ring).addShards(1).next();
    }
}
