/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * XXH3-64 with seed 0. Keys of 17 to 64 bytes, which most keys are, take a path of our own: a general implementation reads
 * the secret from memory, here its words are constants, which saves a quarter of the time at 24 bytes. All other lengths are
 * hash4j's, and so is the truth: a test compares both.
 *
 * <p>Source: the XXH3 specification in Yann Collet's xxHash, sections "medium inputs" and "avalanche".
 */
final class Xxh3 {
    private static final Hasher64 ANY_LENGTH = Hashing.xxh3_64();
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long PRIME64_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_MX1 = 0x165667919E3779F9L;

    /** The first eight little-endian words of XXH3's default secret. */
    private static final long SECRET_0 = 0xBE4BA423396CFEB8L;

    private static final long SECRET_1 = 0x1CAD21F72C81017CL;
    private static final long SECRET_2 = 0xDB979083E96DD4DEL;
    private static final long SECRET_3 = 0x1F67B3B7A4A44072L;
    private static final long SECRET_4 = 0x78E5C0CC4EE679CBL;
    private static final long SECRET_5 = 0x2172FFCC7DD05A82L;
    private static final long SECRET_6 = 0x8E2443F7744608B8L;
    private static final long SECRET_7 = 0x4C263A81E69035E0L;

    private Xxh3() {}

    static long hash(byte[] key) {
        int length = key.length;
        return length > 16 && length <= 64 ? hash17to64(key, length) : ANY_LENGTH.hashBytesToLong(key);
    }

    private static long hash17to64(byte[] key, int length) {
        long sum = length * PRIME64_1;
        if (length > 32) {
            sum += fold(word(key, 16) ^ SECRET_4, word(key, 24) ^ SECRET_5);
            sum += fold(word(key, length - 32) ^ SECRET_6, word(key, length - 24) ^ SECRET_7);
        }
        sum += fold(word(key, 0) ^ SECRET_0, word(key, 8) ^ SECRET_1);
        sum += fold(word(key, length - 16) ^ SECRET_2, word(key, length - 8) ^ SECRET_3);
        sum ^= sum >>> 37;
        sum *= PRIME_MX1;
        return sum ^ (sum >>> 32);
    }

    private static long word(byte[] key, int offset) {
        return (long) LONG.get(key, offset);
    }

    /** The two halves of the unsigned 128-bit product, one xor the other. */
    private static long fold(long a, long b) {
        // Java 17 has no unsignedMultiplyHigh: the signed one, corrected for the operands that are negative.
        long high = Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
        return (a * b) ^ high;
    }
}
