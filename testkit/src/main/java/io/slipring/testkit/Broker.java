/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * A Kafka cluster of one node for tests, from wherever the system property {@value #SOURCE} says: {@code embedded}, which is
 * the default, for an {@link EmbeddedBroker}, or {@code containers} for a container of the image that {@value #IMAGE} names.
 *
 * <pre>{@code
 * try (Broker broker = Broker.start()) {
 *     broker.createTopic("orders", 4, Map.of());
 *     ... broker.bootstrapServers() ...
 * }
 * }</pre>
 *
 * <p>Both have the settings that {@link EmbeddedBroker} describes. Containers need {@code org.testcontainers:testcontainers-kafka}
 * on the class path, which the testkit does not bring, and a Docker engine. The image is by default the official one of the
 * clients' version.
 *
 * <p>Thread-safe.
 */
public sealed interface Broker extends AutoCloseable permits EmbeddedBroker, ContainerBroker {
    /** System property: where brokers come from. */
    String SOURCE = "slipring.brokers";

    /** System property: the image of brokers in containers. */
    String IMAGE = "slipring.kafka.image";

    /**
     * Starts a broker with the default settings.
     *
     * @return a broker that is ready for clients
     * @throws KafkaException if it can't start
     */
    static Broker start() {
        return start(Map.of());
    }

    /**
     * Starts a broker with settings of one's own.
     *
     * @param properties keys of Kafka's broker configuration, with their values, over the testkit's own choices
     * @return a broker that is ready for clients
     * @throws KafkaException if it can't start
     */
    static Broker start(Map<String, String> properties) {
        String source = System.getProperty(SOURCE, "embedded");
        return switch (source) {
            case "embedded" -> EmbeddedBroker.builder().properties(properties).start();
            case "containers" -> ContainerBroker.start(properties);
            default -> throw new IllegalArgumentException(SOURCE + " must be embedded or containers, was " + source);
        };
    }

    /**
     * Returns the value for a client's {@code bootstrap.servers}.
     *
     * @return one {@code host:port}
     */
    String bootstrapServers();

    /**
     * Returns an admin client of this broker, closed together with it.
     *
     * @return always the same client; callers don't close it
     */
    Admin admin();

    /**
     * Creates a topic and waits until each partition has a leader, so that producing to it can begin.
     *
     * @param name the topic's name
     * @param partitions how many partitions it gets, at least 1
     * @param configs the topic's own settings, such as {@code cleanup.policy}; may be empty
     * @throws KafkaException if the broker refuses, or doesn't get there within 30 s
     */
    default void createTopic(String name, int partitions, Map<String, String> configs) {
        Topics.create(admin(), name, partitions, configs);
    }

    /** Stops the broker and deletes its data. Does nothing when called again. */
    @Override
    void close();
}
