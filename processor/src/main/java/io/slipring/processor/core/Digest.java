/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * Count and order-independent checksum of the partials of one vnode in one handoff.
 *
 * <p>The checksum is the sum modulo 2^64 of XXH3-64 over the key's length (4 bytes big-endian), the key and the envelope.
 */
final class Digest {
    private long entries;
    private long records;
    private long sum;

    Digest() {}

    Digest(long entries, long records, long sum) {
        this.entries = entries;
        this.records = records;
        this.sum = sum;
    }

    void add(byte[] key, byte[] envelope) {
        HashStream64 hash = Hashing.xxh3_64().hashStream();
        int n = key.length;
        hash.putByte((byte) (n >>> 24))
                .putByte((byte) (n >>> 16))
                .putByte((byte) (n >>> 8))
                .putByte((byte) n);
        hash.putBytes(key).putBytes(envelope);
        entries++;
        records += Envelope.recordsOf(envelope);
        sum += hash.getAsLong();
    }

    long entries() {
        return entries;
    }

    long records() {
        return records;
    }

    long sum() {
        return sum;
    }

    Transfer.Done done(int vnode) {
        return new Transfer.Done(vnode, entries, records, sum);
    }

    @Override
    public String toString() {
        return entries + " entries, " + records + " records, digest " + Long.toHexString(sum);
    }
}
