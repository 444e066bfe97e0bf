/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.slipring.ring.Tokens;

/**
 * Records per key, for millions of keys: each key is known by 127 bits of hashes, and takes 36 to 72 bytes. That any two of
 * ten million keys share them has a probability below 10^-23.
 */
final class KeyCounts {
    private static final Hasher64 CHECK = Hashing.xxh3_64(0x5eed);
    private static final int FIELDS = 3;
    private static final int VNODE_SHIFT = 48;
    private static final int INITIAL_SLOTS = 1 << 6;

    /** Token, check, count of each slot; the check of a free one is 0. */
    private long[] slots = new long[INITIAL_SLOTS * FIELDS];

    private int used;
    private long keys;
    private long records;

    /** Sees a key's hashes and count. */
    interface Visitor {
        void visit(long token, long check, long count);
    }

    /** The second hash of a key, never 0; the first is its token. */
    static long check(byte[] key) {
        return CHECK.hashBytesToLong(key) | 1L;
    }

    /** Sets the count of a key; 0 takes it away. */
    void set(long token, long check, long count) {
        int at = slot(token, check);
        change(at, token, check, count);
    }

    /** Adds to the count of a key; what comes to 0 is taken away. */
    void add(long token, long check, long count) {
        int at = slot(token, check);
        change(at, token, check, slots[at + 1] == 0 ? count : slots[at + 2] + count);
    }

    /** The count of a key; 0 if there is none. */
    long get(long token, long check) {
        int at = slot(token, check);
        return slots[at + 1] == 0 ? 0 : slots[at + 2];
    }

    private void change(int at, long token, long check, long count) {
        boolean free = slots[at + 1] == 0;
        if (free && count == 0) {
            return;
        }
        long before = free ? 0 : slots[at + 2];
        slots[at] = token;
        slots[at + 1] = check;
        slots[at + 2] = count;
        keys += (count == 0 ? 0 : 1) - (before == 0 ? 0 : 1);
        records += count - before;
        if (free && ++used * 3L > slots.length / FIELDS * 2L) {
            rehash();
        }
    }

    /** Where a key is, or would be. */
    private int slot(long token, long check) {
        int mask = slots.length / FIELDS - 1;
        int slot = (int) token & mask;
        while (true) {
            int at = slot * FIELDS;
            if (slots[at + 1] == 0 || (slots[at] == token && slots[at + 1] == check)) {
                return at;
            }
            slot = (slot + 1) & mask;
        }
    }

    private static int slotsFor(long keys) {
        int wanted = INITIAL_SLOTS;
        while (wanted < keys * 2) {
            wanted = Math.multiplyExact(wanted, 2);
        }
        return wanted;
    }

    private void rehash() {
        long[] old = slots;
        slots = new long[Math.multiplyExact(slotsFor(keys + 1), FIELDS)];
        used = 0;
        for (int at = 0; at < old.length; at += FIELDS) {
            if (old[at + 1] != 0 && old[at + 2] != 0) {
                System.arraycopy(old, at, slots, slot(old[at], old[at + 1]), FIELDS);
                used++;
            }
        }
    }

    /** Keys whose count is not 0. */
    long keys() {
        return keys;
    }

    /** Sum of the counts. */
    long records() {
        return records;
    }

    /** Visits the keys whose count is not 0, in no order. */
    void forEach(Visitor visitor) {
        for (int at = 0; at < slots.length; at += FIELDS) {
            if (slots[at + 1] != 0 && slots[at + 2] != 0) {
                visitor.visit(slots[at], slots[at + 1], slots[at + 2]);
            }
        }
    }

    static long token(byte[] key) {
        return Tokens.token(key);
    }

    /**
     * The first hash of a cell that lives in a vnode: the token, but that its upper bits say the vnode. Without windows that is
     * the token itself, as a key lives in its own vnode.
     */
    static long token(int vnode, byte[] cell) {
        return ((long) vnode << VNODE_SHIFT) | (Tokens.token(cell) & ((1L << VNODE_SHIFT) - 1));
    }
}
