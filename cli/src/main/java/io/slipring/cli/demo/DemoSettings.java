/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import io.slipring.cli.produce.PartitionerChoice;
import io.slipring.ring.Ring;
import java.time.Duration;

/**
 * How the demo is run.
 *
 * @param shards shards at the start; 1 or more
 * @param addShards shards added halfway; 1 or more
 * @param partitioner how the producer chooses partitions
 * @param rate records produced a second; above 0
 * @param groupProtocol of the application: classic or streams
 * @param patience how long nothing may change at the end before the demo stops waiting
 */
record DemoSettings(
        int shards,
        int addShards,
        PartitionerChoice partitioner,
        double rate,
        String groupProtocol,
        Duration patience) {
    /** Checks the counts. */
    DemoSettings {
        if (shards < 1 || addShards < 1 || (long) shards + addShards > Ring.MAX_SHARDS) {
            throw new IllegalArgumentException("shards and added shards must be >= 1, and together <= "
                    + Ring.MAX_SHARDS + ", were " + shards + " and " + addShards);
        }
        if (!(rate > 0)) {
            throw new IllegalArgumentException("rate must be > 0 records per second, was " + rate);
        }
    }
}
