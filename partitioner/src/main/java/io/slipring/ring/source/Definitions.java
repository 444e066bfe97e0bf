/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.errors.RingFormatException;
import io.slipring.ring.Ring;
import io.slipring.ring.codec.RingCodec;

/** Decodes a definition and checks that it is the one that its key promises. */
final class Definitions {
    private Definitions() {}

    static Ring decode(ControlKey.RingKey key, byte[] value) {
        Ring ring = RingCodec.decode(value);
        if (!ring.name().equals(key.ring()) || !ring.epoch().equals(key.epoch())) {
            throw new RingFormatException("Key " + key.text() + " must hold that ring and epoch, but holds ring "
                    + ring.name() + " epoch " + ring.epoch().value());
        }
        return ring;
    }
}
