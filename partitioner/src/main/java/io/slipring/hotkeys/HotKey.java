/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import java.util.Arrays;

/** A key with a noticeable share of the records, as measured. Immutable. */
public final class HotKey {

    private final byte[] key;
    private final double share;
    private final double error;
    private final int ways;

    /**
     * Describes a key.
     *
     * @param key the serialized key, which may be empty; copied
     * @param share of all records, 0 to 1
     * @param error by how much the share may be off, as a share; at least 0
     * @param ways over how many shards it is, or should be, spread; at least 1
     */
    public HotKey(byte[] key, double share, double error, int ways) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be 0..1, was " + share);
        }
        if (!(error >= 0)) {
            throw new IllegalArgumentException("error must be >= 0, was " + error);
        }
        if (ways < 1) {
            throw new IllegalArgumentException("ways must be >= 1, was " + ways);
        }
        this.key = key.clone();
        this.share = share;
        this.error = error;
        this.ways = ways;
    }

    /** Returns a copy of the serialized key. */
    public byte[] key() {
        return key.clone();
    }

    /** Returns its share of all records, 0 to 1. */
    public double share() {
        return share;
    }

    /** Returns by how much the share may be off, as a share. */
    public double error() {
        return error;
    }

    /** Returns over how many shards it is, or should be, spread; at least 1. */
    public int ways() {
        return ways;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HotKey hot
                && Arrays.equals(key, hot.key)
                && share == hot.share
                && error == hot.error
                && ways == hot.ways;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(key) + Double.hashCode(share);
    }

    /** Returns everything but the key. */
    @Override
    public String toString() {
        return "HotKey[" + key.length + " bytes, share=" + share + " error=" + error + " ways=" + ways + "]";
    }
}
