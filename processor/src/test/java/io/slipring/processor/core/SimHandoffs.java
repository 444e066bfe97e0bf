/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Ring;
import io.slipring.ring.RingDiff;

/** The real bookkeeping, with the differences of rings from memory. */
class SimHandoffs extends Handoffs {
    SimHandoffs(TaskState state) {
        super(state);
    }

    @Override
    void adopt(int epoch, int partition, Ring before, Ring after) {
        RingDiff diff = SimRings.diff(before, after);
        adopt(epoch, diff.lostBy(partition), diff.gainedBy(partition));
    }
}
