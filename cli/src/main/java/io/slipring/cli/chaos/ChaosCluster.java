/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import io.slipring.cli.ring.RingSetup;
import io.slipring.cli.terminal.Terminal;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.testkit.BrokerCluster;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/** Three brokers, a ring with its topics, and three instances of the application, each in a process of its own. */
final class ChaosCluster implements AutoCloseable {
    static final String APPLICATION = "chaos-app";
    static final String AGGREGATE = "stats";
    static final String RING = "chaos";
    static final String INPUT = "chaos-input";
    static final String OUTPUT = "chaos-output";
    static final String FIELD = "value";

    private final BrokerCluster brokers;
    private final ControlTopicConfig control;
    private final Ring first = firstRing();
    private final List<AppInstance> instances = new ArrayList<>();

    private ChaosCluster(BrokerCluster brokers) {
        this.brokers = brokers;
        this.control = ControlTopicConfig.at(brokers.bootstrapServers());
    }

    /** The ring that every run begins with. */
    static Ring firstRing() {
        return Rings.create(RING, ChaosSettings.SHARDS, Placements.balanced(), Set.of(INPUT));
    }

    /** Starts everything; returns when all instances process. */
    static ChaosCluster start(ChaosSettings settings, ChaosFolder folder, Terminal terminal) throws IOException {
        ChaosCluster cluster = new ChaosCluster(BrokerCluster.builder(ChaosSettings.BROKERS)
                .directory(folder.brokers())
                // How often brokers look for transactions of producers that are gone; a session has to be over first.
                .property("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500")
                .start());
        try {
            cluster.createTopicsAndRing();
            cluster.startInstances(settings, folder, terminal);
            return cluster;
        } catch (RuntimeException | IOException e) {
            cluster.close();
            throw e;
        }
    }

    private void createTopicsAndRing() {
        brokers.createTopic(INPUT, ChaosSettings.SHARDS, Map.of());
        brokers.createTopic(OUTPUT, ChaosSettings.SHARDS, Map.of());
        RingSetup.publish(brokers.admin(), control, first, Optional.empty());
    }

    private void startInstances(ChaosSettings settings, ChaosFolder folder, Terminal terminal) throws IOException {
        for (int number = 0; number < ChaosSettings.INSTANCES; number++) {
            Path file = folder.file("app-" + number + ".properties");
            try (Writer writer = Files.newBufferedWriter(file)) {
                properties(settings, folder.state(number)).store(writer, null);
            }
            instances.add(new AppInstance(number, file, folder.logs(), terminal));
        }
        instances.forEach(AppInstance::start);
        instances.forEach(AppInstance::awaitReady);
    }

    private Properties properties(ChaosSettings settings, Path state) {
        Properties properties = new Properties();
        properties.setProperty("application.id", APPLICATION);
        properties.setProperty("bootstrap.servers", brokers.bootstrapServers());
        properties.setProperty("state.dir", state.toString());
        properties.setProperty("group.protocol", settings.groupProtocol());
        properties.setProperty("slipring.ring", RING);
        properties.setProperty("slipring.input.topic", INPUT);
        properties.setProperty("slipring.output.topic", OUTPUT);
        properties.setProperty("slipring.aggregate", AGGREGATE);
        properties.setProperty("slipring.value.field", FIELD);
        properties.setProperty("slipring.progress.interval.ms", "500");
        properties.setProperty("replication.factor", String.valueOf(ChaosSettings.BROKERS));
        properties.setProperty("metadata.max.age.ms", "1000");
        // Fewer, larger transactions: three brokers and three instances may have two cores between them.
        properties.setProperty("commit.interval.ms", "500");
        properties.setProperty(
                "producer.transaction.timeout.ms", String.valueOf(ChaosSettings.TRANSACTION_TIMEOUT.toMillis()));
        if (settings.groupProtocol().equals("classic")) {
            // With the streams protocol it is the brokers' to set, to the same.
            properties.setProperty(
                    "main.consumer.session.timeout.ms", String.valueOf(ChaosSettings.SESSION_TIMEOUT.toMillis()));
            properties.setProperty("main.consumer.heartbeat.interval.ms", "1000");
        }
        return properties;
    }

    BrokerCluster brokers() {
        return brokers;
    }

    Admin admin() {
        return brokers.admin();
    }

    ControlTopicConfig control() {
        return control;
    }

    /** Epoch 1 of the ring. */
    Ring first() {
        return first;
    }

    List<AppInstance> instances() {
        return instances;
    }

    /** Settings of a client of the brokers. */
    Map<String, Object> client() {
        return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, brokers.bootstrapServers());
    }

    /** The partitions that the input topic can have at the end. */
    List<TopicPartition> inputPartitions() {
        return partitions(INPUT, ChaosSettings.MAX_SHARDS);
    }

    List<TopicPartition> outputPartitions() {
        return partitions(OUTPUT, ChaosSettings.SHARDS);
    }

    private static List<TopicPartition> partitions(String topic, int count) {
        return IntStream.range(0, count)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    @Override
    public void close() {
        instances.forEach(AppInstance::close);
        brokers.close();
    }
}
