/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.List;

/** The rule of placements that know no weights: all shards that are not drained weigh the same. */
final class EqualWeights {

    private EqualWeights() {}

    static void check(String placement, List<Shard> shards) {
        Shard first =
                shards.stream().filter(shard -> !shard.isDrained()).findFirst().orElseThrow();
        for (Shard shard : shards) {
            if (!shard.isDrained() && shard.weight() != first.weight()) {
                throw new IllegalArgumentException(
                        "placement " + placement + " has no weights: all shards must weigh the same"
                                + " or 0, but shard " + first.id() + " weighs " + first.weight() + " and shard "
                                + shard.id() + " "
                                + shard.weight() + "; use balanced, hashed or rendezvous");
            }
        }
    }
}
