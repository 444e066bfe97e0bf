/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A complete single-node Kafka cluster (broker and KRaft controller) inside this JVM, for tests and demonstrations.
 *
 * <pre>{@code
 * try (EmbeddedBroker broker = EmbeddedBroker.start()) {
 *     broker.createTopic("orders", 4, Map.of());
 *     ... broker.bootstrapServers() ...
 * }
 * }</pre>
 *
 * <p>It listens on free ports of 127.0.0.1, without authentication, and keeps its data in a temporary directory of its own
 * that {@link #close} deletes. All replication factors are 1, topics aren't created automatically, the internal topics have 4
 * partitions, groups rebalance without initial delay, and the classic, consumer and streams group protocols are on. Group
 * members that vanish under the consumer and streams protocols are noticed after 6 s.
 *
 * <p>It logs through SLF4J as {@code kafka} and {@code org.apache.kafka}; the testkit brings no binding and no logging
 * configuration. For a silent one, set both to WARN and, as these warn in normal operation, {@code
 * org.apache.kafka.controller} and {@code org.apache.kafka.clients.NetworkClient} to ERROR. Like any broker it ends the JVM when its disk fails.
 *
 * <p>Thread-safe. A broker that nobody closed is closed when the JVM exits.
 */
public final class EmbeddedBroker implements Broker {
    private static final int BIND_ATTEMPTS = 3;

    private final KafkaRaftServer server;
    private final String bootstrapServers;
    private final SortedMap<String, Integer> listeners;
    private final Path directory;
    private final boolean temporary;
    private final Admin admin;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread closeOnExit = new Thread(this::shutDown, "embedded-broker-exit");

    private EmbeddedBroker(
            KafkaRaftServer server,
            String bootstrapServers,
            SortedMap<String, Integer> listeners,
            Path directory,
            boolean temporary) {
        this.server = server;
        this.bootstrapServers = bootstrapServers;
        this.listeners = listeners;
        this.directory = directory;
        this.temporary = temporary;
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
        Runtime.getRuntime().addShutdownHook(closeOnExit);
    }

    /**
     * Starts a broker with the default settings.
     *
     * @return a broker that is ready for clients
     * @throws KafkaException if it can't start, with the broker's own error as cause
     */
    public static EmbeddedBroker start() {
        return builder().start();
    }

    /**
     * Returns a builder, for a broker with settings or a directory of one's own.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String bootstrapServers() {
        return bootstrapServers;
    }

    /**
     * Returns the value for a client's {@code bootstrap.servers} that uses a listener of one's own.
     *
     * @param listener the name that it was given
     * @return one {@code host:port}
     * @throws IllegalArgumentException if there is no such listener
     */
    public String bootstrapServers(String listener) {
        Integer port = listeners.get(listener);
        if (port == null) {
            throw new IllegalArgumentException(
                    "the broker must have a listener " + listener + ", has " + listeners.keySet());
        }
        return BrokerSettings.HOST + ":" + port;
    }

    @Override
    public Admin admin() {
        return admin;
    }

    /**
     * Stops the broker and deletes its data, unless they lie in a directory that the builder was given. Does nothing when
     * called again. The broker's threads are gone when this method returns.
     */
    @Override
    public void close() {
        if (shutDown()) {
            try {
                Runtime.getRuntime().removeShutdownHook(closeOnExit);
            } catch (IllegalStateException exiting) {
                // the hook runs or ran: it finds the broker closed
                return;
            }
        }
    }

    private boolean shutDown() {
        if (!closed.compareAndSet(false, true)) {
            return false;
        }
        Utils.closeQuietly(admin, "admin client of the embedded broker");
        stop(server);
        if (temporary) {
            BrokerStorage.delete(directory);
        }
        return true;
    }

    private static void stop(KafkaRaftServer server) {
        server.shutdown();
        server.awaitShutdown();
    }

    /** Settings of a broker that is about to be started. Not thread-safe. */
    public static final class Builder {
        private final Map<String, String> properties = new HashMap<>();
        private final SortedMap<String, String> listeners = new TreeMap<>();
        private @Nullable Path directory;

        private Builder() {}

        /**
         * Sets a broker property, over the testkit's own choice.
         *
         * @param name a key of Kafka's broker configuration
         * @param value its value
         * @return this builder
         */
        public Builder property(String name, String value) {
            properties.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
            return this;
        }

        /**
         * Sets broker properties, over the testkit's own choices.
         *
         * @param values keys of Kafka's broker configuration, with their values
         * @return this builder
         */
        public Builder properties(Map<String, String> values) {
            values.forEach(this::property);
            return this;
        }

        /**
         * Adds a listener beside the plaintext one, which {@link EmbeddedBroker#admin} and the broker itself go on using.
         * Keys, users and the like are set as properties that begin with {@code listener.name.} and the name in small letters.
         *
         * @param name capital letters
         * @param protocol how clients talk to it: {@code PLAINTEXT}, {@code SSL}, {@code SASL_PLAINTEXT} or {@code SASL_SSL}
         * @return this builder
         */
        public Builder listener(String name, String protocol) {
            if (!name.matches("[A-Z]+") || name.equals("BROKER") || name.equals("CONTROLLER")) {
                throw new IllegalArgumentException(
                        "the name of a listener must be of capital letters, and not BROKER or CONTROLLER, was " + name);
            }
            listeners.put(name, Objects.requireNonNull(protocol, "protocol"));
            return this;
        }

        /**
         * Keeps the data in this directory, and leaves them there at the end: a broker that is started on it later finds them
         * again. Without it, the data live in a temporary directory and go with the broker.
         *
         * @param path created if missing
         * @return this builder
         */
        public Builder directory(Path path) {
            directory = Objects.requireNonNull(path, "path").toAbsolutePath();
            return this;
        }

        /**
         * Starts the broker and waits until it is ready.
         *
         * @return a broker that is ready for clients
         * @throws KafkaException if it can't start, with the broker's own error as cause
         */
        public EmbeddedBroker start() {
            for (int attempt = 1; ; attempt++) {
                Path data = directory == null ? temporaryDirectory() : directory;
                try {
                    return start(data);
                } catch (RuntimeException e) {
                    if (directory == null) {
                        BrokerStorage.delete(data);
                    }
                    if (attempt == BIND_ATTEMPTS || !lostPort(e)) {
                        throw new KafkaException("The embedded broker did not start: " + e.getMessage(), e);
                    }
                }
            }
        }

        private EmbeddedBroker start(Path data) {
            List<Integer> ports = FreePorts.pick(2 + listeners.size());
            SortedMap<String, BrokerSettings.Listener> more = new TreeMap<>();
            SortedMap<String, Integer> morePorts = new TreeMap<>();
            listeners.forEach((name, protocol) -> {
                int port = ports.get(2 + more.size());
                more.put(name, new BrokerSettings.Listener(port, protocol));
                morePorts.put(name, port);
            });
            BrokerSettings settings =
                    new BrokerSettings(List.of(ports.get(0)), List.of(ports.get(1)), more, properties);
            BrokerStorage.format(data, 0, clusterId(data));
            KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings.of(0, data), false), Time.SYSTEM);
            try {
                server.startup();
            } catch (Throwable e) {
                stop(server);
                throw e;
            }
            return new EmbeddedBroker(server, settings.bootstrapServers(), morePorts, data, directory == null);
        }

        /** A directory that was used before has its cluster id already. */
        private static String clusterId(Path data) {
            Path meta = data.resolve("meta.properties");
            try {
                if (Files.exists(meta)) {
                    String known = Utils.loadProps(meta.toString()).getProperty("cluster.id");
                    if (known != null) {
                        return known;
                    }
                }
                return Uuid.randomUuid().toString();
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot read " + meta, e);
            }
        }

        private static Path temporaryDirectory() {
            try {
                return Files.createTempDirectory("slipring-broker-");
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot create a temporary directory for the embedded broker", e);
            }
        }

        private static boolean lostPort(@Nullable Throwable failure) {
            return failure != null && (failure instanceof BindException || lostPort(failure.getCause()));
        }
    }
}
