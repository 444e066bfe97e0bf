/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * What a {@link Placement} computes: for each of the 65,536 vnodes the index of its owner in the list of shards, which is
 * in ascending order of shard id. Immutable.
 */
public final class VnodeTable {

    private final char[] owners;

    private VnodeTable(char[] owners) {
        this.owners = owners;
    }

    /**
     * Makes a table by asking for the owner of each vnode in ascending order.
     *
     * @param owner vnode to index into the shards, 0 to 65,535
     */
    public static VnodeTable of(IntUnaryOperator owner) {
        char[] owners = new char[Tokens.VNODES];
        for (int vnode = 0; vnode < owners.length; vnode++) {
            int index = owner.applyAsInt(vnode);
            if (index < 0 || index > Character.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "owner index must be 0..65535, was " + index + " (vnode " + vnode + ")");
            }
            owners[vnode] = (char) index;
        }
        return new VnodeTable(owners);
    }

    /** Returns the index of the vnode's owner among the shards. */
    public int ownerIndex(int vnode) {
        return owners[vnode];
    }

    /**
     * Returns how many vnodes each shard owns.
     *
     * @param shards number of shards; larger than every index in the table
     */
    public int[] counts(int shards) {
        int[] counts = new int[shards];
        for (char owner : owners) {
            counts[owner]++;
        }
        return counts;
    }

    /** Returns the array itself, for readers in this package that do not write to it. */
    char[] owners() {
        return owners;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VnodeTable table && Arrays.equals(owners, table.owners);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(owners);
    }

    @Override
    public String toString() {
        return "VnodeTable[" + Integer.toHexString(hashCode()) + "]";
    }
}
