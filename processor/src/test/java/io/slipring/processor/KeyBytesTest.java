/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.core.HomeKey;
import io.slipring.processor.core.Transfer;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.Tokens;
import io.slipring.ring.codec.RingCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The bytes of a million keys come out as they went in, and no two keys are one: in stores, transfers and rings. */
class KeyBytesTest {
    private static final int MILLION = 1_000_000;
    private static final int AT_ONCE = 10_000;
    private static List<byte[]> keys = List.of();

    /** Half of the keys are of few different bytes, so that many begin alike or look like others' store keys. */
    @BeforeAll
    static void makeKeys() {
        Set<ByteBuffer> distinct = new HashSet<>();
        for (String text : List.of("", "\0", "\0\0", "\0\0\0", "a", "ab", "a\0", "a\0b", "ring/a/1", "\uFFFF")) {
            distinct.add(ByteBuffer.wrap(text.getBytes(UTF_8)));
        }
        Random random = new Random(17);
        while (distinct.size() < MILLION) {
            byte[] key = new byte[random.nextInt(24)];
            random.nextBytes(key);
            if (random.nextBoolean()) {
                for (int i = 0; i < key.length; i++) {
                    key[i] &= (byte) 0x81;
                }
            }
            distinct.add(ByteBuffer.wrap(key));
        }
        keys = distinct.stream().map(ByteBuffer::array).toList();
    }

    @Test
    void homeKey_millionKeys_isBijective() {
        Set<ByteBuffer> stored = new HashSet<>();
        for (byte[] key : keys) {
            int vnode = Tokens.vnode(key);

            byte[] storeKey = HomeKey.of(vnode, key);

            assertThat(HomeKey.isEntry(storeKey)).isTrue();
            assertThat(HomeKey.vnode(storeKey)).isEqualTo(vnode);
            assertThat(HomeKey.key(storeKey)).isEqualTo(key);
            stored.add(ByteBuffer.wrap(storeKey));
        }

        assertThat(stored).hasSize(MILLION).doesNotContain(ByteBuffer.wrap(HomeKey.ledger()));
    }

    @Test
    void transfer_millionKeys_carriesEachAsItIs() {
        for (int from = 0; from < MILLION; from += AT_ONCE) {
            List<byte[]> some = keys.subList(from, from + AT_ONCE);
            Transfer sent = new Transfer.Foreign(
                    1,
                    0,
                    some.stream()
                            .map(key -> new Transfer.Partial(key, new byte[] {1}))
                            .toList());

            List<Transfer.Partial> received =
                    TransferCodec.decode(TransferCodec.encode(sent)).partials();

            assertThat(received.stream()
                            .map(partial -> ByteBuffer.wrap(partial.key()))
                            .toList())
                    .isEqualTo(some.stream().map(ByteBuffer::wrap).toList());
        }
    }

    @Test
    void ring_millionSplitKeys_declaresEachAsItIs() {
        Ring ring = Rings.create("orders", 2, Placements.balanced(), List.of("orders"));
        List<ShardId> both = List.of(new ShardId(0), new ShardId(1));
        for (int from = 0; from < MILLION; from += AT_ONCE) {
            List<SplitKey> splits = new ArrayList<>();
            keys.subList(from, from + AT_ONCE).forEach(key -> splits.add(new SplitKey(key, both)));
            Ring declared = ring.toBuilder()
                    .splitMode(SplitMode.DECLARED)
                    .splits(splits)
                    .build();

            splits.sort(Comparator.naturalOrder());
            assertThat(RingCodec.decode(RingCodec.encode(declared)).splits()).isEqualTo(splits);
        }
    }
}
