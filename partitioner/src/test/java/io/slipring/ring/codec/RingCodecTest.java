/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.errors.RingFormatException;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.schemas.RingDefinition;
import io.slipring.schemas.SingleObject;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RingCodecTest {

    private static final Ring RING = RingChange.on(
                    Rings.create("orders", 5, Placements.balanced(), Set.of("orders", "payments")))
            .removeShard(new ShardId(2))
            .setWeight(new ShardId(4), 3)
            .setZone(new ShardId(1), "zürich-1")
            .splitMode(SplitMode.DECLARED)
            .splits(List.of(
                    new SplitKey(new byte[] {(byte) 0xFF, 1}, List.of(new ShardId(4), new ShardId(1))),
                    new SplitKey(new byte[0], List.of(new ShardId(0), new ShardId(3)))))
            .createdAtMs(1_764_488_000_000L)
            .comment("drain 2")
            .next();

    @Test
    void decode_whatEncodeWrote_isEqual() {
        Ring decoded = RingCodec.decode(RingCodec.encode(RING));

        assertThat(decoded).isEqualTo(RING);
        assertThat(decoded.splits()).isEqualTo(RING.splits());
        assertThat(decoded.shards()).isEqualTo(RING.shards());
        assertThat(RingCodec.encode(decoded)).isEqualTo(RingCodec.encode(RING));
    }

    @Test
    void decode_unknownFormatVersion_isRefused() {
        assertRefused(definition -> definition.setFormatVersion(2), "format version must be 1, was 2");
    }

    @Test
    void decode_unknownHash_isRefused() {
        assertRefused(definition -> definition.setHash("murmur2"), "hash must be xxh3-64, was murmur2");
    }

    @Test
    void decode_contradictions_areRefused() {
        assertRefused(definition -> definition.setEpoch(0), "epoch must be >= 1, was 0");
        assertRefused(definition -> definition.setName("a b"), "ring name must be");
        assertRefused(definition -> definition.setTable(ByteBuffer.allocate(7)), "table must have 131072 bytes, had 7");
        assertRefused(definition -> definition.setShards(List.of()), "at least one shard");
        assertRefused(definition -> definition.setSplitMode("on"), "split mode must be");
        assertRefused(definition -> definition.getShards().get(1).setId(0), "ascending order of id");
        assertRefused(definition -> definition.getShards().get(1).setPartition(0), "partition of its own");
        assertRefused(definition -> definition.getShards().get(1).setPartition(65_536), "partition must be 0..65535");
        assertRefused(definition -> definition.getShards().get(1).setWeight(-1), "weight must be >= 0");
        assertRefused(definition -> definition.getShards().get(1).setWeight(0), "drained (weight 0) but owns");
        assertRefused(definition -> definition.getShards().get(2).setWeight(1), "gets it no vnode");
        assertRefused(definition -> definition.getTable().putShort(100, (short) 5), "the owner of vnode 50");
        assertRefused(definition -> definition.getSplits().get(0).setShards(List.of(2)), "is drained");
        assertRefused(definition -> definition.getSplits().get(0).setShards(List.of(9)), "does not exist");
        assertRefused(definition -> definition.setTopics(List.of("a", "a")), "named twice");
    }

    @Test
    void decode_damagedBytes_throwsNothingButRingFormatException() {
        byte[] bytes = RingCodec.encode(RING);
        long seed = 42;
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] damaged = Arrays.copyOf(bytes, i % 2 == 0 ? random.nextInt(bytes.length) : bytes.length);
            for (int flips = 0; flips < 3 && damaged.length > 0; flips++) {
                damaged[random.nextInt(i % 3 == 0 ? damaged.length : Math.min(damaged.length, 200))] ^=
                        (byte) (1 << random.nextInt(8));
            }
            try {
                RingCodec.decode(damaged);
            } catch (RingFormatException expected) {
                assertThat(expected).hasMessageStartingWith("Cannot read ");
            }
        }
    }

    private static void assertRefused(Consumer<RingDefinition> damage, String message) {
        RingDefinition definition = SingleObject.RING_DEFINITION.decode(RingCodec.encode(RING));
        damage.accept(definition);
        byte[] bytes = SingleObject.RING_DEFINITION.encode(definition);
        assertThatThrownBy(() -> RingCodec.decode(bytes))
                .isInstanceOf(RingFormatException.class)
                .hasMessageContaining(message);
    }
}
