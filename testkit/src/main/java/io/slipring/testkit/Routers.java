/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import io.slipring.ring.Ring;
import io.slipring.ring.source.RingSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

/** The routers that the driver knows by itself. Records without a key take turns over the partitions. */
final class Routers {
    private Routers() {}

    /** Kafka's default: murmur2 of the key. */
    static RecordRouter murmur2() {
        AtomicInteger turn = new AtomicInteger();
        return (key, value, partitions) -> key == null
                ? Math.floorMod(turn.getAndIncrement(), partitions)
                : BuiltInPartitioner.partitionForKey(key, partitions);
    }

    /** The newest ring that fits the number of partitions, as a ring-aware producer routes keys that aren't split. */
    static RecordRouter ring(RingSource source) {
        AtomicInteger turn = new AtomicInteger();
        return (key, value, partitions) -> key == null
                ? Math.floorMod(turn.getAndIncrement(), partitions)
                : newestFitting(source, partitions).partitionOf(key);
    }

    private static Ring newestFitting(RingSource source, int partitions) {
        List<Ring> known = source.known();
        for (int i = known.size() - 1; i >= 0; i--) {
            if (known.get(i).requiredPartitions() <= partitions) {
                return known.get(i);
            }
        }
        throw new IllegalStateException("No ring fits " + partitions + " partitions: the oldest, "
                + known.get(0).epoch() + ", needs " + known.get(0).requiredPartitions()
                + "; start with as many shards, or add partitions");
    }
}
