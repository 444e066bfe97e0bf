/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.common.config.TopicConfig;

/**
 * What is known of a topic that exists.
 *
 * @param partitions how many
 * @param replicas of the partition that has the fewest
 * @param settings by name; empty if we may not know them
 */
record TopicFacts(int partitions, int replicas, Map<String, String> settings) {
    TopicFacts {
        settings = Map.copyOf(settings);
    }

    /** Replicas that must have a record before it counts as written; empty if we may not know it. */
    OptionalInt minInsyncReplicas() {
        String value = settings.get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
        return value == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(value));
    }
}
