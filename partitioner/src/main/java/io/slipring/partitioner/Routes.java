/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.hotkeys.HotKey;
import io.slipring.ring.Ring;
import java.util.List;

/**
 * A ring, and the splits by which it routes.
 *
 * @param required how many partitions a topic must have
 */
record Routes(Ring ring, int required, SplitTable splits) {
    static Routes of(Ring ring, List<HotKey> hot) {
        return new Routes(ring, ring.requiredPartitions(), SplitTable.of(ring, hot));
    }

    boolean fit(int partitions) {
        return required <= partitions;
    }
}
