/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.Arrays;

/** Keys of the home store: {@code vnode (2 bytes big-endian) ++ key}. */
public final class HomeKey {
    private static final int VNODE_BYTES = 2;

    private HomeKey() {}

    /** The store key of a serialized key of a vnode. */
    public static byte[] of(int vnode, byte[] key) {
        byte[] storeKey = new byte[VNODE_BYTES + key.length];
        storeKey[0] = (byte) (vnode >>> 8);
        storeKey[1] = (byte) vnode;
        System.arraycopy(key, 0, storeKey, VNODE_BYTES, key.length);
        return storeKey;
    }

    /** The serialized key in a store key. */
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
