/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.Arrays;

/**
 * Keys of the home store: {@code vnode (2 bytes big-endian) ++ cell}, a {@linkplain Cells cell} being the key if there are no
 * windows; and one of a single byte below all of them, which no scan
 * of a vnode reaches: that of the {@link Ledger}.
 */
public final class HomeKey {
    private static final int VNODE_BYTES = 2;

    private HomeKey() {}

    /** The store key of a serialized key, or of a {@linkplain Cells cell}, of a vnode. */
    public static byte[] of(int vnode, byte[] key) {
        byte[] storeKey = new byte[VNODE_BYTES + key.length];
        storeKey[0] = (byte) (vnode >>> 8);
        storeKey[1] = (byte) vnode;
        System.arraycopy(key, 0, storeKey, VNODE_BYTES, key.length);
        return storeKey;
    }

    /** The store key of the ledger; a copy. */
    public static byte[] ledger() {
        return new byte[1];
    }

    /** Whether a store key is an entry's; if not, it is that of the ledger. */
    public static boolean isEntry(byte[] storeKey) {
        return storeKey.length >= VNODE_BYTES;
    }

    /** The vnode in the store key of an entry. */
    public static int vnode(byte[] storeKey) {
        return ((storeKey[0] & 0xFF) << 8) | (storeKey[1] & 0xFF);
    }

    /** The serialized key, or the cell, in a store key. */
    public static byte[] key(byte[] storeKey) {
        return Arrays.copyOfRange(storeKey, VNODE_BYTES, storeKey.length);
    }

    /** The least store key of a vnode. */
    static byte[] first(int vnode) {
        return of(vnode, new byte[0]);
    }

    /** The least store key above that of the given key. */
    static byte[] after(int vnode, byte[] key) {
        byte[] storeKey = of(vnode, key);
        return Arrays.copyOf(storeKey, storeKey.length + 1);
    }
}
