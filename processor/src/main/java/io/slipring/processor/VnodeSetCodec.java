/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.ring.Tokens;
import io.slipring.ring.VnodeSet;
import java.nio.ByteBuffer;

/**
 * Binary form of a vnode set: ascending [first, last] ranges, each bound an unsigned 16-bit big-endian value; or, when that
 * would take 8,192 bytes or more, a bitmap of exactly 8,192 bytes, vnode v being bit {@code 7 - v % 8} of byte
 * {@code v / 8}.
 */
final class VnodeSetCodec {
    private static final int BITMAP_BYTES = Tokens.VNODES / Byte.SIZE;

    private VnodeSetCodec() {}

    static ByteBuffer encode(VnodeSet vnodes) {
        byte[] ranges = vnodes.toRanges();
        if (ranges.length < BITMAP_BYTES) {
            return ByteBuffer.wrap(ranges);
        }
        byte[] bitmap = new byte[BITMAP_BYTES];
        vnodes.forEach(vnode -> bitmap[vnode / Byte.SIZE] |= (byte) (0x80 >>> (vnode % Byte.SIZE)));
        return ByteBuffer.wrap(bitmap);
    }

    /**
     * Reads the binary form.
     *
     * @throws IllegalArgumentException if it is none
     */
    static VnodeSet decode(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        if (bytes.length == 0) {
            return VnodeSet.EMPTY;
        }
        if (bytes.length != BITMAP_BYTES) {
            return VnodeSet.fromRanges(bytes);
        }
        VnodeSet.Builder vnodes = VnodeSet.builder();
        for (int vnode = 0; vnode < Tokens.VNODES; vnode++) {
            if ((bytes[vnode / Byte.SIZE] & (0x80 >>> (vnode % Byte.SIZE))) != 0) {
                vnodes.add(vnode);
            }
        }
        return vnodes.build();
    }
}
