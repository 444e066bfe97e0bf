/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.codec;

import io.slipring.ring.Tokens;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The keys of the golden vectors. */
final class GoldenKeys {

    private GoldenKeys() {}

    /** Returns the keys: every length at which the hash works in another way, and tokens at vnodes' edges. */
    static List<byte[]> all() {
        SplittableRandom random = new SplittableRandom(0x51);
        List<byte[]> keys = new ArrayList<>();
        keys.add(new byte[0]);
        for (int value = 0; value < 256; value++) {
            keys.add(new byte[] {(byte) value});
        }
        for (int length = 2; length <= 3; length++) {
            for (int i = 0; i < 300; i++) {
                keys.add(bytes(random, length));
            }
        }
        for (int length = 4; length <= 300; length++) {
            keys.add(bytes(random, length));
        }
        for (int length : new int[] {511, 512, 1_023, 1_024, 1_025, 1_088, 2_047, 2_048, 2_049, 5_000}) {
            keys.add(bytes(random, length));
        }
        for (int i = 0; i < 300; i++) {
            for (String text : List.of("order-" + i, "ключ-" + i, "鍵" + i, "🔑" + i)) {
                keys.add(text.getBytes(StandardCharsets.UTF_8));
            }
        }
        for (int vnode : new int[] {0, 1, 2, 255, 256, 32_767, 32_768, 32_769, 65_534, 65_535}) {
            long start = (long) vnode << 48;
            keys.add(keyWithToken(start));
            keys.add(keyWithToken(start + 1));
            keys.add(keyWithToken(start - 1));
            keys.add(keyWithToken(start | 0xFFFF_FFFF_FFFFL));
        }
        return keys;
    }

    private static byte[] bytes(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** XXH3 maps the keys of 8 bytes one to one to tokens, so a key can be found for any token. */
    static byte[] keyWithToken(long token) {
        long flip = beforeMixing(Tokens.token(new byte[8]));
        long combined = beforeMixing(token) ^ flip;
        long raw = Long.rotateLeft(combined, 32);
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(raw)
                .array();
    }

    private static long beforeMixing(long token) {
        long multiplier = 0x9FB21C651E98DF25L;
        long inverse = multiplier;
        for (int i = 0; i < 6; i++) {
            inverse *= 2 - multiplier * inverse;
        }
        long hash = (token ^ (token >>> 28) ^ (token >>> 56)) * inverse;
        hash ^= (hash >>> 35) + 8;
        hash *= inverse;
        return withoutRotations(hash);
    }

    /** Solves x ^ rotl(x, 49) ^ rotl(x, 24) = value: the map is linear and its 64th power is the identity. */
    private static long withoutRotations(long value) {
        long x = value;
        for (int i = 0; i < 63; i++) {
            x ^= Long.rotateLeft(x, 49) ^ Long.rotateLeft(x, 24);
        }
        return x;
    }
}
