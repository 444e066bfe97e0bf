/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.ring.Ring;
import java.util.List;

/**
 * Opens ring sources.
 */
public final class RingSources {
    private RingSources() {}

    /** Holds the given epochs of one ring, and what is published to it later. */
    public static SettableRingSource fixed(Ring... rings) {
        return new SettableRingSource(List.of(rings));
    }
}
