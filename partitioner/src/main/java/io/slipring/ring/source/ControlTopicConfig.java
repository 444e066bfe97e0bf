/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * The control topic and how to reach it.
 *
 * @param topic its name
 * @param timeout how long anything that waits for the topic waits; > 0
 * @param client client settings: bootstrap servers, security, and what else its user set
 */
public record ControlTopicConfig(String topic, Duration timeout, Map<String, Object> client) {
    private static final int REQUEST_TIMEOUT_MS = 10_000;

    public ControlTopicConfig {
        Names.require("topic", topic);
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout must be > 0, was " + timeout);
        }
        client = Map.copyOf(client);
    }

    /** The default topic with default timeout at some brokers, without security. */
    public static ControlTopicConfig at(String bootstrapServers) {
        return new ControlTopicConfig(
                RingSourceConfig.TOPIC_DEFAULT,
                Duration.ofMillis(RingSourceConfig.TIMEOUT_MS_DEFAULT),
                Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
    }

    /** The topic and brokers, for messages. */
    String place() {
        return "topic " + topic + " at "
                + client.getOrDefault(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "(nowhere)");
    }

    /** Settings of a client for one purpose: ours where correctness needs them, else the user's; a client.id of its own. */
    Map<String, Object> clientFor(String purpose, Map<String, ?> required) {
        Map<String, Object> settings = new HashMap<>();
        int left = Deadline.in(timeout).remainingMillis();
        settings.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, left);
        settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, Math.min(left, REQUEST_TIMEOUT_MS));
        settings.putAll(client);
        settings.putAll(required);
        // Random, so that class loaders, processes and clients of the same user never share one.
        settings.put(
                CommonClientConfigs.CLIENT_ID_CONFIG,
                "slipring-" + purpose + "-" + UUID.randomUUID().toString().substring(0, 13));
        return settings;
    }

    /** Leaves out the values, some of which are secrets. */
    @Override
    public String toString() {
        return "ControlTopicConfig[topic=" + topic + ", timeout=" + timeout + ", client="
                + new TreeSet<>(client.keySet()) + "]";
    }
}
