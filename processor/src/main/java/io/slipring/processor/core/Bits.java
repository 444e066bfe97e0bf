/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.VnodeSet;
import java.util.BitSet;

/** Vnode sets that change, from and to those that don't. */
final class Bits {
    private Bits() {}

    static BitSet of(VnodeSet vnodes) {
        BitSet bits = new BitSet();
        vnodes.forEach(bits::set);
        return bits;
    }

    static VnodeSet set(BitSet bits) {
        if (bits.isEmpty()) {
            return VnodeSet.EMPTY;
        }
        VnodeSet.Builder vnodes = VnodeSet.builder();
        for (int vnode = bits.nextSetBit(0); vnode >= 0; vnode = bits.nextSetBit(vnode + 1)) {
            vnodes.add(vnode);
        }
        return vnodes.build();
    }
}
