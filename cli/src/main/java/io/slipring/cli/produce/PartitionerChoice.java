/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import io.slipring.partitioner.RingPartitioner;
import io.slipring.ring.source.RingSourceConfig;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerConfig;

/** How a producer chooses a record's partition. */
public enum PartitionerChoice {
    /** By the ring: each record to its key's shard. */
    RING {
        @Override
        public Map<String, Object> settings(Supplier<String> ring, String controlTopic) {
            return Map.of(
                    ProducerConfig.PARTITIONER_CLASS_CONFIG,
                    RingPartitioner.class.getName(),
                    RingSourceConfig.RING_CONFIG,
                    ring.get(),
                    RingSourceConfig.TOPIC_CONFIG,
                    controlTopic,
                    // How soon the producer sees that a topic has grown.
                    ProducerConfig.METADATA_MAX_AGE_CONFIG,
                    5_000);
        }
    },
    /** As Kafka does: by a hash of the key modulo the partitions. */
    DEFAULT {
        @Override
        public Map<String, Object> settings(Supplier<String> ring, String controlTopic) {
            return Map.of();
        }
    };

    /**
     * Settings of the producer.
     *
     * @param ring finds the ring's name, if it is needed
     * @param controlTopic topic that holds the ring
     */
    public abstract Map<String, Object> settings(Supplier<String> ring, String controlTopic);
}
