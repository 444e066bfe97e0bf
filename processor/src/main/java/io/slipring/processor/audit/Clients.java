/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.Deadline;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes clients that look at an application from outside.
 *
 * @param control the control topic, settings for clients and a timeout
 * @param purpose part of their ids
 */
record Clients(ControlTopicConfig control, String purpose) {
    Admin admin() {
        return Admin.create(clientConfig(Map.of()));
    }

    /** A consumer of committed records, without a group. */
    KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> config = clientConfig(Map.of(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "none",
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                5_000));
        config.remove(ConsumerConfig.GROUP_ID_CONFIG);
        config.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** A producer whose sends are durable or fail within the timeout. */
    KafkaProducer<byte[], byte[]> producer() {
        int limit = Deadline.in(control.timeout()).remainingMillis();
        return new KafkaProducer<>(
                clientConfig(Map.of(
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.LINGER_MS_CONFIG,
                        0,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        limit,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        Math.min(limit, 30_000),
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        Math.max(limit, 30_000))),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private Map<String, Object> clientConfig(Map<String, Object> required) {
        Map<String, Object> config = new HashMap<>();
        int limit = Deadline.in(control.timeout()).remainingMillis();
        config.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, limit);
        config.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, Math.min(limit, 30_000));
        config.putAll(control.client());
        config.putAll(required);
        config.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
        config.put(CommonClientConfigs.CLIENT_ID_CONFIG, "slipring-" + purpose + "-" + UUID.randomUUID());
        return config;
    }
}
