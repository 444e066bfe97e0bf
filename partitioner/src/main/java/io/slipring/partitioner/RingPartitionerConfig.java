/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.ring.source.RingSourceConfig;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a {@link RingPartitioner} takes from its producer's configuration.
 *
 * @param source where the ring is
 * @param runBytes how much goes to one shard in a run of records without a key, or of one split key: the producer's {@code
 *     batch.size}
 * @param hotKeys how it looks for hot keys
 * @param clientId the producer's; may be empty
 */
public record RingPartitionerConfig(RingSourceConfig source, int runBytes, HotKeySettings hotKeys, String clientId) {
    private static final Logger LOG = LoggerFactory.getLogger(RingPartitioner.class);
    private static final ConfigDef BATCH = new ConfigDef()
            .define(
                    ProducerConfig.BATCH_SIZE_CONFIG,
                    ConfigDef.Type.INT,
                    16_384,
                    ConfigDef.Range.atLeast(0),
                    ConfigDef.Importance.MEDIUM,
                    "Size of a batch of the producer, in bytes.");

    /**
     * Parses a producer's configuration; warns of keys under {@code slipring.} that mean nothing here.
     *
     * @throws org.apache.kafka.common.config.ConfigException if a setting breaks its rule; names key, value and rule
     */
    public static RingPartitionerConfig parse(Map<String, ?> configs) {
        RingSourceConfig source = RingSourceConfig.parse(configs);
        for (String key : RingSourceConfig.unknownKeys(configs)) {
            if (!HotKeyConfig.DEFINITION.names().contains(key)) {
                LOG.warn(
                        "Unknown setting, ignored by the partitioner key={} known={}",
                        key,
                        definition().names());
            }
        }
        int batch = new AbstractConfig(BATCH, configs, false).getInt(ProducerConfig.BATCH_SIZE_CONFIG);
        return new RingPartitionerConfig(
                source,
                batch,
                HotKeyConfig.parse(configs, source),
                configs.get(ProducerConfig.CLIENT_ID_CONFIG) instanceof String id ? id : "");
    }

    /** The settings, their types, defaults, rules and meaning; a copy. */
    public static ConfigDef definition() {
        ConfigDef both = RingSourceConfig.definition();
        HotKeyConfig.DEFINITION.configKeys().values().forEach(both::define);
        return both;
    }
}
