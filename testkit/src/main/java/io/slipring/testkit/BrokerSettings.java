/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Computes the {@code server.properties} of combined broker and controller nodes with a static quorum: quick to start, quick
 * to rebalance, little memory.
 */
final class BrokerSettings {
    static final String HOST = "127.0.0.1";

    private final List<Integer> brokerPorts;
    private final List<Integer> controllerPorts;
    private final SortedMap<String, Listener> listeners;
    private final Map<String, String> overrides;

    /**
     * One more listener of a single node.
     *
     * @param protocol how clients talk to it, such as {@code SASL_SSL}
     */
    record Listener(int port, String protocol) {}

    /** Node i listens on {@code brokerPorts[i]} and {@code controllerPorts[i]}; overrides win over everything else. */
    BrokerSettings(List<Integer> brokerPorts, List<Integer> controllerPorts, Map<String, String> overrides) {
        this(brokerPorts, controllerPorts, new TreeMap<>(), overrides);
    }

    /** As above, and each node has more listeners, by name: so there can be only one node. */
    BrokerSettings(
            List<Integer> brokerPorts,
            List<Integer> controllerPorts,
            SortedMap<String, Listener> listeners,
            Map<String, String> overrides) {
        if (brokerPorts.isEmpty() || brokerPorts.size() != controllerPorts.size()) {
            throw new IllegalArgumentException(
                    "each node needs a broker and a controller port, got " + brokerPorts + " and " + controllerPorts);
        }
        this.brokerPorts = List.copyOf(brokerPorts);
        this.controllerPorts = List.copyOf(controllerPorts);
        this.listeners = Collections.unmodifiableSortedMap(new TreeMap<>(listeners));
        this.overrides = Map.copyOf(overrides);
    }

    /** The settings that have nothing to do with where a broker is, for a single one that somebody else starts. */
    static Map<String, String> ofOne(Map<String, String> overrides) {
        Properties settings = new Properties();
        replication(settings, 1);
        quick(settings);
        small(settings);
        settings.putAll(overrides);
        Map<String, String> all = new TreeMap<>();
        settings.stringPropertyNames().forEach(name -> all.put(name, settings.getProperty(name)));
        return all;
    }

    int nodes() {
        return brokerPorts.size();
    }

    String bootstrapServers() {
        return brokerPorts.stream().map(port -> HOST + ":" + port).collect(Collectors.joining(","));
    }

    String bootstrapServer(int node) {
        return HOST + ":" + brokerPorts.get(node);
    }

    Properties of(int node, Path directory) {
        Properties settings = new Properties();
        identity(settings, node, directory);
        replication(settings, nodes());
        quick(settings);
        small(settings);
        settings.putAll(overrides);
        return settings;
    }

    private void identity(Properties settings, int node, Path directory) {
        StringBuilder broker = new StringBuilder("BROKER://" + HOST + ":" + brokerPorts.get(node));
        StringBuilder protocols = new StringBuilder("BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT");
        listeners.forEach((name, listener) -> {
            broker.append(',')
                    .append(name)
                    .append("://")
                    .append(HOST)
                    .append(':')
                    .append(listener.port());
            protocols.append(',').append(name).append(':').append(listener.protocol());
        });
        settings.setProperty("node.id", String.valueOf(node));
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty("listeners", broker + ",CONTROLLER://" + HOST + ":" + controllerPorts.get(node));
        settings.setProperty("advertised.listeners", broker.toString());
        settings.setProperty("listener.security.protocol.map", protocols.toString());
        settings.setProperty("inter.broker.listener.name", "BROKER");
        settings.setProperty("controller.listener.names", "CONTROLLER");
        settings.setProperty(
                "controller.quorum.voters",
                IntStream.range(0, nodes())
                        .mapToObj(n -> n + "@" + HOST + ":" + controllerPorts.get(n))
                        .collect(Collectors.joining(",")));
        settings.setProperty("log.dirs", directory.toString());
        settings.setProperty("metric.reporters", "");
    }

    private static void replication(Properties settings, int nodes) {
        String factor = String.valueOf(Math.min(3, nodes));
        String inSync = String.valueOf(Math.min(2, nodes));
        settings.setProperty("auto.create.topics.enable", "false");
        settings.setProperty("default.replication.factor", factor);
        settings.setProperty("min.insync.replicas", inSync);
        settings.setProperty("offsets.topic.replication.factor", factor);
        settings.setProperty("transaction.state.log.replication.factor", factor);
        settings.setProperty("transaction.state.log.min.isr", inSync);
        settings.setProperty("share.coordinator.state.topic.replication.factor", factor);
        settings.setProperty("share.coordinator.state.topic.min.isr", inSync);
    }

    private static void quick(Properties settings) {
        settings.setProperty("broker.session.timeout.ms", "3000");
        settings.setProperty("broker.heartbeat.interval.ms", "500");
        settings.setProperty("group.initial.rebalance.delay.ms", "0");
        // How often the brokers look for transactions that timed out: a takeover waits for their end.
        settings.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        settings.setProperty("group.min.session.timeout.ms", "1000");
        for (String protocol : List.of("group.consumer.", "group.streams.")) {
            settings.setProperty(protocol + "min.session.timeout.ms", "1000");
            settings.setProperty(protocol + "session.timeout.ms", "6000");
            settings.setProperty(protocol + "min.heartbeat.interval.ms", "100");
            settings.setProperty(protocol + "heartbeat.interval.ms", "500");
        }
        settings.setProperty("group.streams.initial.rebalance.delay.ms", "0");
    }

    private static void small(Properties settings) {
        settings.setProperty("offsets.topic.num.partitions", "4");
        settings.setProperty("transaction.state.log.num.partitions", "4");
        settings.setProperty("share.coordinator.state.topic.num.partitions", "1");
        settings.setProperty("num.network.threads", "2");
        settings.setProperty("num.io.threads", "4");
        settings.setProperty("background.threads", "2");
        settings.setProperty("log.cleaner.dedupe.buffer.size", "4194304");
        settings.setProperty("log.index.size.max.bytes", "1048576");
    }
}
