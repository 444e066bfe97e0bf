/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

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
        try {
            return new Fingerprint(MessageDigest.getInstance("SHA-256").digest(canonical(ring)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform must have SHA-256", e);
        }
    }

    private static byte[] canonical(Ring ring) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(3 * Tokens.VNODES);
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            writeString(out, FORMAT);
            writeString(out, Tokens.HASH);
            out.writeInt(ring.shards().size());
            for (Shard shard : ring.shards()) {
                out.writeInt(shard.id().value());
                out.writeInt(shard.weight());
                out.writeInt(shard.partition());
                writeString(out, shard.zone());
            }
            for (char owner : ring.table().owners()) {
                out.writeChar(owner);
            }
            writeString(out, ring.splitMode().wireName());
            out.writeInt(ring.splits().size());
            for (SplitKey split : ring.splits()) {
                byte[] key = split.key();
                out.writeInt(key.length);
                out.write(key);
                out.writeInt(split.shards().size());
                for (ShardId shard : split.shards()) {
                    out.writeInt(shard.value());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write to memory", e);
        }
        return bytes.toByteArray();
    }

    private static void writeString(DataOutputStream out, String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
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
