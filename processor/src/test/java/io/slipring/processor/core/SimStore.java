/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** A home store whose writes take effect at a commit, or vanish. */
final class SimStore implements HomeStore {
    private final TreeMap<byte[], byte[]> live = new TreeMap<>(Arrays::compareUnsigned);
    private final TreeMap<byte[], byte[]> committed = new TreeMap<>(Arrays::compareUnsigned);
    private final List<byte[]> touched = new ArrayList<>();

    @Override
    public byte @Nullable [] get(byte[] key) {
        byte[] value = live.get(key);
        return value == null ? null : value.clone();
    }

    @Override
    public void put(byte[] key, byte @Nullable [] value) {
        byte[] own = key.clone();
        touched.add(own);
        set(live, own, value == null ? null : value.clone());
    }

    @Override
    public void scan(byte[] from, byte @Nullable [] to, BiPredicate<byte[], byte[]> visitor) {
        NavigableMap<byte[], byte[]> range = to == null ? live.tailMap(from, true) : live.subMap(from, true, to, false);
        for (Map.Entry<byte[], byte[]> entry : range.entrySet()) {
            if (!visitor.test(entry.getKey().clone(), entry.getValue().clone())) {
                return;
            }
        }
    }

    void commit() {
        touched.forEach(key -> set(committed, key, live.get(key)));
        touched.clear();
    }

    void rollBack() {
        touched.forEach(key -> set(live, key, committed.get(key)));
        touched.clear();
    }

    Map<byte[], byte[]> committed() {
        return committed;
    }

    private static void set(Map<byte[], byte[]> map, byte[] key, byte @Nullable [] value) {
        if (value == null) {
            map.remove(key);
        } else {
            map.put(key, value);
        }
    }
}
