/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Settings of producers that must lose nothing, and that send many small records. */
public final class ProducerSettings {
    private ProducerSettings() {}

    /** Idempotent, acknowledged by all replicas, in batches of up to 64 KiB. */
    public static Map<String, Object> reliable() {
        return Map.of(
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.LINGER_MS_CONFIG,
                10,
                ProducerConfig.BATCH_SIZE_CONFIG,
                1 << 16);
    }
}
