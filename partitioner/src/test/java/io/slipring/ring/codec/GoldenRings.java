/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.codec;

import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The histories behind the golden rings; replaying them must give the same bytes for ever. */
final class GoldenRings {

    private GoldenRings() {}

    static List<Ring> all() {
        Ring four = Rings.create("golden", 4, Placements.balanced(), Set.of("orders"));
        Ring five = RingChange.on(four).addShards(1).comment("add one").next();
        Ring history = RingChange.on(five).setWeight(new ShardId(2), 7).next();
        history = RingChange.on(history).removeShard(new ShardId(1)).next();
        history = RingChange.on(history).addShards(3, 2, "zürich-1").next();
        history = RingChange.on(history).setWeight(new ShardId(0), 3).next();
        history = RingChange.on(history)
                .removeShard(new ShardId(6))
                .createdAtMs(1_764_488_000_000L)
                .next();
        Ring split = RingChange.on(Rings.create("golden-split", 1_024, Placements.balanced(), Set.of()))
                .splitMode(SplitMode.DECLARED)
                .splits(List.of(
                        new SplitKey(
                                "ключ".getBytes(StandardCharsets.UTF_8),
                                List.of(new ShardId(1_000), new ShardId(3), new ShardId(517))),
                        new SplitKey(new byte[0], List.of(new ShardId(9), new ShardId(8)))))
                .next();
        return List.of(
                four,
                five,
                history,
                Rings.create("golden-hashed", weighted(), Placements.hashed(), Set.of()),
                Rings.create("golden-rendezvous", weighted(), Placements.rendezvous(), Set.of()),
                Rings.create("golden-jump", 7, Placements.jump(), Set.of()),
                Rings.create("golden-modulo", 12, Placements.modulo(), Set.of()),
                split);
    }

    private static List<Shard> weighted() {
        return IntStream.range(0, 6)
                .mapToObj(i -> new Shard(new ShardId(10 * i), i == 4 ? 0 : 1 + i, "zone-" + i % 3, 5 - i))
                .toList();
    }
}
