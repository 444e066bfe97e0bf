/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.processor.BoundedRocksDb;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.GroupProtocol;
import org.apache.kafka.streams.StreamsConfig;

/** Settings of the Kafka Streams instance: the user's, those that correctness needs, and defaults for the rest. */
final class StreamsSettings {
    /** How soon a client sees that topics have grown. */
    private static final String METADATA_MAX_AGE_MS = "2000";

    /**
     * A consumer hands out what it fetched from one partition before it turns to the next, so a large fetch of a backlog
     * keeps transfers and other partitions waiting for seconds.
     */
    private static final String MAX_PARTITION_FETCH_BYTES = "131072";

    /**
     * While a group rebalances nothing is committed, and a member learns of it by its next heartbeat: growth would stop the
     * output for as long as the clients' default of 3 s.
     */
    private static final String HEARTBEAT_INTERVAL_MS = "1000";

    /** Settings without which records would be lost or tasks would stall; they can't be set otherwise. */
    private static final Map<String, String> REQUIRED = Map.of(
            // A partition that growth adds must be read from its first record.
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            // A task must not wait for records of a partition that may not exist yet.
            StreamsConfig.MAX_TASK_IDLE_MS_CONFIG,
            "-1");

    private static final Map<String, String> DEFAULTS = Map.of(
            StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
            StreamsConfig.EXACTLY_ONCE_V2,
            CommonClientConfigs.METADATA_MAX_AGE_CONFIG,
            METADATA_MAX_AGE_MS,
            StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG,
            BoundedRocksDb.class.getName());

    private StreamsSettings() {}

    /**
     * Composes the settings.
     *
     * @param reason told why the application stops, when a record can't be read
     * @param deadLetters told of each record that goes to the dead-letter topic
     * @param patience asked about each record that waits for its schema
     * @throws ConfigException if the user set what must not be set otherwise
     */
    static Map<String, Object> of(
            AppConfig config, Consumer<String> reason, DeadLetters deadLetters, Patience patience) {
        Map<String, Object> settings = new HashMap<>(DEFAULTS);
        settings.putAll(config.settings());
        defaultForMainConsumer(settings, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, MAX_PARTITION_FETCH_BYTES);
        if (!isStreamsProtocol(settings)) {
            // With the streams protocol it is the brokers' to set.
            defaultForMainConsumer(settings, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_INTERVAL_MS);
        }
        REQUIRED.forEach((key, value) -> {
            Object given = settings.put(key, value);
            if (given != null && !given.equals(value)) {
                throw new ConfigException(key, given, "must be " + value + " or left out: records would be lost");
            }
        });
        settings.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, UnreadableRecords.class);
        settings.put(UnreadableRecords.INPUT_TOPIC, config.inputTopic());
        settings.put(UnreadableRecords.REASON, reason);
        settings.put(UnreadableRecords.DEAD_LETTERS, deadLetters);
        settings.put(UnreadableRecords.PATIENCE, patience);
        config.deadLetterTopic()
                .ifPresent(topic -> settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, topic));
        return settings;
    }

    /** Sets what the user has not set for any group of consumers that the main one belongs to. */
    private static void defaultForMainConsumer(Map<String, Object> settings, String name, String value) {
        if (!settings.containsKey(name) && !settings.containsKey(StreamsConfig.consumerPrefix(name))) {
            settings.putIfAbsent(StreamsConfig.mainConsumerPrefix(name), value);
        }
    }

    private static boolean isStreamsProtocol(Map<String, Object> settings) {
        return GroupProtocol.STREAMS.name.equalsIgnoreCase(
                String.valueOf(settings.get(StreamsConfig.GROUP_PROTOCOL_CONFIG)));
    }
}
