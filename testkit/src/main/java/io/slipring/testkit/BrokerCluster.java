/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka cluster of real processes on this machine, each a broker and a KRaft controller, which can be killed, frozen and
 * restarted.
 *
 * <pre>{@code
 * try (BrokerCluster cluster = BrokerCluster.start(3)) {
 *     cluster.createTopic("orders", 4, Map.of());
 *     cluster.kill(1);
 *     cluster.awaitHealthy(Duration.ofSeconds(30)); // the other two lead everything
 *     cluster.restart(1);
 * }
 * }</pre>
 *
 * <p>Of three and more brokers each topic has three replicas, of which two have to be in sync; a broker that vanishes is
 * noticed after 3 s. Brokers are numbered from 0, which is also their id, listen on 127.0.0.1 without authentication, keep
 * their ports over restarts, and have 256 MB of heap each. They end with this JVM, whatever ends it (see {@link JavaProcess}
 * for the exception). A cluster stays available as long as the majority of its brokers runs.
 *
 * <p>Each start of a broker writes its output to a file of its own, {@code broker-1.2.log} being that of broker 1's second
 * start; exceptions show the end of it. Brokers log through whatever SLF4J binding is on the class path.
 *
 * <p>Thread-safe: calls are serialised.
 */
public final class BrokerCluster implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

    private final BrokerSettings settings;
    private final List<String> jvmArgs;
    private final Path directory;
    private final boolean temporary;
    private final String clusterId = Uuid.randomUuid().toString();
    private final List<@Nullable JavaProcess> brokers = new ArrayList<>();
    private final int[] starts;
    private final Set<Integer> paused = new TreeSet<>();
    private final Admin admin;
    private boolean closed;

    private BrokerCluster(BrokerSettings settings, List<String> jvmArgs, Path directory, boolean temporary) {
        this.settings = settings;
        this.jvmArgs = List.copyOf(jvmArgs);
        this.directory = directory;
        this.temporary = temporary;
        this.starts = new int[settings.nodes()];
        this.admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                settings.bootstrapServers(),
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                "5000",
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                "30000"));
    }

    /**
     * Starts a cluster with the default settings.
     *
     * @param brokers how many, at least 1
     * @return a cluster whose brokers are all ready for clients
     * @throws KafkaException if one can't start, with the end of its output in the message
     */
    public static BrokerCluster start(int brokers) {
        return builder(brokers).start();
    }

    /**
     * Returns a builder, for a cluster with settings or a directory of one's own.
     *
     * @param brokers how many, at least 1
     * @return a new builder
     */
    public static Builder builder(int brokers) {
        return new Builder(brokers);
    }

    /**
     * Returns the value for a client's {@code bootstrap.servers}.
     *
     * @return a comma-separated {@code host:port} for each broker, running or not
     */
    public String bootstrapServers() {
        return settings.bootstrapServers();
    }

    /**
     * Returns an admin client of this cluster, closed together with it. It gives up a request after 5 s and a call after 30 s.
     *
     * @return always the same client; callers don't close it
     */
    public Admin admin() {
        return admin;
    }

    /**
     * Creates a topic with the default number of replicas and waits until each partition has a leader.
     *
     * @param name the topic's name
     * @param partitions how many partitions it gets, at least 1
     * @param configs the topic's own settings, such as {@code cleanup.policy}; may be empty
     * @throws KafkaException if the cluster refuses, or doesn't get there within 30 s
     */
    public void createTopic(String name, int partitions, Map<String, String> configs) {
        Topics.create(admin, name, partitions, configs);
    }

    /**
     * Kills a broker with SIGKILL and waits until its process is gone. Does nothing if it is down already.
     *
     * @param broker its number
     */
    public synchronized void kill(int broker) {
        JavaProcess process = at(broker);
        paused.remove(broker);
        if (process != null) {
            process.kill9();
            brokers.set(broker, null);
        }
    }

    /**
     * Freezes a broker (SIGSTOP): it keeps its connections, and answers none of them.
     *
     * @param broker the number of one that runs
     * @throws IllegalStateException if it is down
     */
    public synchronized void pause(int broker) {
        running(broker).pause();
        paused.add(broker);
    }

    /**
     * Lets a paused broker go on (SIGCONT). Does nothing if it isn't paused.
     *
     * @param broker the number of one that runs
     * @throws IllegalStateException if it is down
     */
    public synchronized void resume(int broker) {
        running(broker).resume();
        paused.remove(broker);
    }

    /**
     * Starts a broker again, with its data and its ports, and waits until it is ready for clients; one that still runs is
     * killed before. Its replicas may lag yet: see {@link #awaitHealthy}.
     *
     * @param broker its number
     * @throws KafkaException if it can't start, with the end of its output in the message
     */
    public synchronized void restart(int broker) {
        kill(broker);
        launch(broker);
        awaitReady(broker);
    }

    /**
     * Returns the process of a broker that runs.
     *
     * @param broker its number
     * @return its process, with process id and output
     * @throws IllegalStateException if it is down
     */
    public synchronized JavaProcess process(int broker) {
        return running(broker);
    }

    /**
     * Waits until the cluster consists of just the brokers that run (not killed, not paused), every partition of every topic
     * has one of them as leader, and all its replicas on running brokers are in sync.
     *
     * @param timeout how long at most
     * @throws KafkaException if that wasn't so in time: says what is amiss, with the end of the brokers' output
     */
    public void awaitHealthy(Duration timeout) {
        ClusterHealth health = new ClusterHealth(admin);
        try {
            Deadline.of(timeout)
                    .await(
                            () -> {
                                requireNoneDied();
                                return health.check(runningIds());
                            },
                            () -> "a healthy cluster of brokers " + runningIds() + ": " + health.amiss());
        } catch (IllegalStateException e) {
            throw new KafkaException(e.getMessage() + "\n" + tails(), e);
        }
    }

    /** Kills all brokers and deletes their data, unless they lie in a directory that the builder was given. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        Utils.closeQuietly(admin, "admin client of the broker cluster");
        IntStream.range(0, brokers.size()).forEach(this::kill);
        if (temporary) {
            BrokerStorage.delete(directory);
        }
    }

    private void launchAll() {
        IntStream.range(0, settings.nodes()).forEach(broker -> {
            brokers.add(null);
            launch(broker);
        });
        IntStream.range(0, settings.nodes()).forEach(this::awaitReady);
    }

    private void launch(int broker) {
        if (closed) {
            throw new IllegalStateException("The cluster is closed");
        }
        Path file = directory.resolve("broker-" + broker + ".properties");
        try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            settings.of(broker, directory.resolve("data-" + broker)).store(writer, null);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file, e);
        }
        starts[broker]++;
        brokers.set(
                broker,
                JavaProcess.of(BrokerMain.class.getName())
                        .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
                        .jvmArgs("-Dorg.slf4j.simpleLogger.defaultLogLevel=info")
                        .jvmArgs("-Dorg.slf4j.simpleLogger.showDateTime=true")
                        .jvmArgs(jvmArgs.toArray(new String[0]))
                        .args(file.toString(), clusterId)
                        .output(directory.resolve("broker-" + broker + "." + starts[broker] + ".log"))
                        .start());
    }

    private void awaitReady(int broker) {
        try {
            running(broker).awaitOutput("^" + BrokerMain.READY, START_TIMEOUT);
        } catch (IllegalStateException e) {
            throw new KafkaException("Broker " + broker + " did not start: " + e.getMessage(), e);
        }
    }

    private @Nullable JavaProcess at(int broker) {
        return brokers.get(Objects.checkIndex(broker, brokers.size()));
    }

    private JavaProcess running(int broker) {
        JavaProcess process = at(broker);
        if (process == null) {
            throw new IllegalStateException("Broker " + broker + " is down; restart(" + broker + ") starts it");
        }
        return process;
    }

    private synchronized Set<Integer> runningIds() {
        return IntStream.range(0, brokers.size())
                .filter(broker -> brokers.get(broker) != null && !paused.contains(broker))
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private synchronized void requireNoneDied() {
        for (JavaProcess process : brokers) {
            if (process != null && !process.isAlive()) {
                throw new IllegalStateException("A broker died by itself: " + process);
            }
        }
    }

    private synchronized String tails() {
        return brokers.stream()
                .filter(Objects::nonNull)
                .map(process -> Objects.requireNonNull(process).tail())
                .collect(Collectors.joining("\n"));
    }

    /** Settings of a cluster that is about to be started. Not thread-safe. */
    public static final class Builder {
        private final int brokers;
        private final Map<String, String> properties = new HashMap<>();
        private final List<String> jvmArgs = new ArrayList<>();
        private @Nullable Path directory;

        private Builder(int brokers) {
            if (brokers < 1) {
                throw new IllegalArgumentException("brokers must be >= 1, was " + brokers);
            }
            this.brokers = brokers;
        }

        /**
         * Sets a property of each broker, over the testkit's own choice.
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
         * Adds options for the JVM of each broker, over the testkit's own choice: a small heap, and the first compiler only,
         * which start quickly. Benchmarks want more.
         *
         * @param values in order, such as {@code -Xmx1g}
         * @return this builder
         */
        public Builder jvmArgs(String... values) {
            jvmArgs.addAll(List.of(values));
            return this;
        }

        /**
         * Sets the directory for data and output, which stays at the end. Without it, a temporary one is made and goes with
         * the cluster.
         *
         * @param path created if missing; has to be empty
         * @return this builder
         */
        public Builder directory(Path path) {
            directory = Objects.requireNonNull(path, "path").toAbsolutePath();
            return this;
        }

        /**
         * Starts the brokers and waits until all are ready.
         *
         * @return a cluster whose brokers are all ready for clients
         * @throws KafkaException if one can't start, with the end of its output in the message
         */
        public BrokerCluster start() {
            List<Integer> ports = FreePorts.pick(2 * brokers);
            BrokerSettings settings =
                    new BrokerSettings(ports.subList(0, brokers), ports.subList(brokers, 2 * brokers), properties);
            BrokerCluster cluster = new BrokerCluster(settings, jvmArgs, home(), directory == null);
            try {
                cluster.launchAll();
                return cluster;
            } catch (RuntimeException e) {
                cluster.close();
                throw e;
            }
        }

        private Path home() {
            try {
                return directory == null
                        ? Files.createTempDirectory("slipring-cluster-")
                        : Files.createDirectories(directory);
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot create the directory of the broker cluster", e);
            }
        }
    }
}
