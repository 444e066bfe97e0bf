/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import io.slipring.partitioner.Router;
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

    /** What a ring-aware producer does with the records of a topic; those without a key aside, for a test has to be repeatable. */
    static RecordRouter ring(Router router, String topic) {
        AtomicInteger turn = new AtomicInteger();
        return (key, value, partitions) -> key == null
                ? Math.floorMod(turn.getAndIncrement(), partitions)
                : router.partition(topic, key, partitions);
    }
}
