/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.lookup;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.TreeMap;

/** Consistent hashing as most people write it: MD5, 160 points of each shard, and a sorted map. Not thread-safe. */
final class Ketama {
    /** Points that one digest gives. */
    private static final int POINTS_OF_DIGEST = 4;

    private static final int DIGESTS = 40;

    private final MessageDigest md5;
    private final TreeMap<Long, Integer> points = new TreeMap<>();

    Ketama(int shards) {
        try {
            md5 = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has MD5", e);
        }
        for (int shard = 0; shard < shards; shard++) {
            for (int i = 0; i < DIGESTS; i++) {
                byte[] digest = md5.digest((shard + "-" + i).getBytes(StandardCharsets.UTF_8));
                for (int point = 0; point < POINTS_OF_DIGEST; point++) {
                    points.put(point(digest, point), shard);
                }
            }
        }
    }

    int shard(byte[] key) {
        Map.Entry<Long, Integer> next = points.ceilingEntry(point(md5.digest(key), 0));
        return next == null ? points.firstEntry().getValue() : next.getValue();
    }

    private static long point(byte[] digest, int index) {
        return ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getInt(4 * index) & 0xFFFF_FFFFL;
    }
}
