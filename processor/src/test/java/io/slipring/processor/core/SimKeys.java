/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Tokens;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Keys to simulate with: several each of a few vnodes, those at the ends of the ring among them; the empty key; and others. */
final class SimKeys {
    private static final int[] SHARED_VNODES = {
        0, 1, 255, 256, 4_095, 4_096, 30_000, 30_001, 50_000, 65_280, 65_534, 65_535
    };
    private static final int PER_VNODE = 5;
    private static final int OTHERS = 64;

    private static final List<byte[]> KEYS = new ArrayList<>();
    private static final Map<ByteBuffer, Integer> INDEXES = new HashMap<>();

    /** Indexes of keys by the vnode that they share. */
    static final List<List<Integer>> GROUPS = new ArrayList<>();

    /** Number of groups, the first ones, whose vnodes are chosen for having several keys. */
    static final int SHARED;

    static {
        TreeMap<Integer, List<Integer>> groups = new TreeMap<>();
        for (int vnode : SHARED_VNODES) {
            groups.put(vnode, new ArrayList<>());
        }
        groups.put(Tokens.vnode(new byte[0]), new ArrayList<>(List.of(add(new byte[0]))));
        int missing = SHARED_VNODES.length * PER_VNODE;
        for (int i = 0; missing > 0; i++) {
            byte[] key = ("key" + i).getBytes(StandardCharsets.US_ASCII);
            List<Integer> group = groups.get(Tokens.vnode(key));
            if (group != null && group.size() < PER_VNODE) {
                group.add(add(key));
                missing--;
            }
        }
        GROUPS.addAll(groups.values());
        SHARED = GROUPS.size();
        IntStream.range(0, OTHERS)
                .forEach(i -> GROUPS.add(List.of(add(("other" + i).getBytes(StandardCharsets.US_ASCII)))));
    }

    private SimKeys() {}

    private static int add(byte[] key) {
        KEYS.add(key);
        INDEXES.put(ByteBuffer.wrap(key), KEYS.size() - 1);
        return KEYS.size() - 1;
    }

    static int count() {
        return KEYS.size();
    }

    static byte[] key(int index) {
        return KEYS.get(index);
    }

    static int vnode(int index) {
        return Tokens.vnode(KEYS.get(index));
    }

    static int index(byte[] key, int offset) {
        return INDEXES.get(ByteBuffer.wrap(key, offset, key.length - offset));
    }
}
