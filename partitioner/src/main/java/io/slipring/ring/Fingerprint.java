/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * SHA-256 of everything in a ring that routes. Two clients that print the same fingerprint send every key to the same
 * shard and partition. Name, epoch, placement, topics, time and comment do not route and are not part of it.
 *
 * <p>Digested are, all integers big-endian and each string as its length in bytes (4 bytes) and its UTF-8 bytes:
 *
 * <ol>
 *   <li>the string {@code slipring-ring-1}, then the string that names the hash, {@code xxh3-64};
 *   <li>the number of shards (4 bytes), then for each in ascending order of id: id, weight and partition (4 bytes
 *       each), then its zone as a string;
 *   <li>the table: for each vnode in ascending order the index of its owner among those shards (2 bytes);
 *   <li>the split mode as a string: {@code off}, {@code declared} or {@code adaptive};
 *   <li>the number of split keys (4 bytes), then for each, in ascending order of the key's unsigned bytes: the key's
 *       length (4 bytes), the key, the number of its shards (4 bytes) and their ids in declared order (4 bytes each).
 * </ol>
 */
public final class Fingerprint {

    private static final String FORMAT = "slipring-ring-1";
    private static final int SIZE = 32;
    private static final int SHORT_BYTES = 6;

    private final byte[] digest;

    private Fingerprint(byte[] digest) {
        this.digest = digest;
    }

    /** Returns the fingerprint with these 32 bytes. */
    public static Fingerprint of(byte[] digest) {
        if (digest.length != SIZE) {
            throw new IllegalArgumentException("a fingerprint must have 32 bytes, had " + digest.length);
        }
        return new Fingerprint(digest.clone());
    }

    static Fingerprint of(Ring ring) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform must have SHA-256", e);
        }
        addString(digest, FORMAT);
        addString(digest, Tokens.HASH);
        addShards(digest, ring.shards());
        ByteBuffer table = ByteBuffer.allocate(2 * Tokens.VNODES);
        table.asCharBuffer().put(ring.table().owners());
        digest.update(table);
        addString(digest, ring.splitMode().wireName());
        addSplits(digest, ring.splits());
        return new Fingerprint(digest.digest());
    }

    private static void addShards(MessageDigest digest, List<Shard> shards) {
        addInts(digest, shards.size());
        for (Shard shard : shards) {
            addInts(digest, shard.id().value(), shard.weight(), shard.partition());
            addString(digest, shard.zone());
        }
    }

    private static void addSplits(MessageDigest digest, List<SplitKey> splits) {
        addInts(digest, splits.size());
        for (SplitKey split : splits) {
            byte[] key = split.key();
            addInts(digest, key.length);
            digest.update(key);
            addInts(digest, split.shards().size());
            split.shards().forEach(shard -> addInts(digest, shard.value()));
        }
    }

    private static void addInts(MessageDigest digest, int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * values.length);
        bytes.asIntBuffer().put(values);
        digest.update(bytes);
    }

    private static void addString(MessageDigest digest, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        addInts(digest, utf8.length);
        digest.update(utf8);
    }

    /** Returns a copy of the 32 bytes. */
    public byte[] toBytes() {
        return digest.clone();
    }

    /** Returns the first 12 hex digits, for logs and tables. */
    public String shortForm() {
        return HexFormat.of().formatHex(digest, 0, SHORT_BYTES);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint fingerprint && Arrays.equals(digest, fingerprint.digest);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }

    /** Returns all 64 hex digits, lower case. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(digest);
    }
}
