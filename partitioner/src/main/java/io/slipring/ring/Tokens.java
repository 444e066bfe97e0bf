/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

/**
 * The hash of the ring: serialized key bytes to a token, token to a vnode. Pure, thread-safe, no allocation.
 */
public final class Tokens {

    /** Name of the token function as it stands in a ring definition: XXH3-64 with seed 0. */
    public static final String HASH = "xxh3-64";

    /** Number of vnodes: equal arcs of the hash ring. */
    public static final int VNODES = 65_536;

    private Tokens() {}

    /**
     * Returns the token of a key: XXH3-64, seed 0, of its serialized bytes (which may be none). To be read as unsigned.
     */
    public static long token(byte[] key) {
        return Xxh3.hash(key);
    }

    /** Returns the vnode of a token, 0 to 65,535: its upper 16 bits. */
    public static int vnode(long token) {
        return (int) (token >>> 48);
    }

    /** Returns the vnode of a key, 0 to 65,535. */
    public static int vnode(byte[] key) {
        return vnode(token(key));
    }

    static int checkVnode(int vnode) {
        if (vnode < 0 || vnode >= VNODES) {
            throw new IllegalArgumentException("vnode must be 0.." + (VNODES - 1) + ", was " + vnode);
        }
        return vnode;
    }
}
