/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.ring.source.ControlTopic;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.RingPublisher;
import io.slipring.testkit.BrokerCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.utils.Utils;

/** One broker in a process of its own, with both compilers and a heap of 768 MiB, and a folder for what the applications keep. */
final class BenchCluster implements AutoCloseable {
    private final Path folder;
    private final BrokerCluster brokers;
    private final ControlTopicConfig control;

    private BenchCluster(Path folder, BrokerCluster brokers) {
        this.folder = folder;
        this.brokers = brokers;
        this.control = ControlTopicConfig.at(brokers.bootstrapServers());
    }

    static BenchCluster start() throws IOException {
        Path folder = Files.createTempDirectory("slipring-bench-");
        BrokerCluster brokers = BrokerCluster.builder(1)
                .directory(folder.resolve("broker"))
                .jvmArgs("-Xmx768m", "-XX:TieredStopAtLevel=4", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn")
                .property("log.segment.delete.delay.ms", "100")
                .start();
        return new BenchCluster(folder, brokers);
    }

    String bootstrapServers() {
        return brokers.bootstrapServers();
    }

    Admin admin() {
        return brokers.admin();
    }

    ControlTopicConfig control() {
        return control;
    }

    long brokerPid() {
        return brokers.process(0).pid();
    }

    /** Settings of a client. */
    Map<String, Object> client() {
        return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
    }

    /** A path for files of this name, which don't exist yet. */
    Path path(String name) {
        return folder.resolve(name);
    }

    void createTopic(String name, int partitions, Map<String, String> configs) {
        brokers.createTopic(name, partitions, configs);
    }

    void createOutput(AppSpec spec) {
        createTopic(
                spec.output(), spec.partitions(), Map.of(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime"));
    }

    /** Creates the application's input and output, and its ring if it has one. */
    Ring prepare(AppSpec spec) {
        createTopic(spec.input(), spec.partitions(), Map.of());
        createOutput(spec);
        Ring ring = Rings.create(spec.ring(), spec.partitions(), Placements.balanced(), Set.of(spec.input()));
        if (spec.variant().isSlipring()) {
            boolean unused = ControlTopic.ensure(admin(), control, Optional.empty());
            new RingPublisher(control).publish(ring, Optional.empty());
        }
        return ring;
    }

    /** Deletes the application's own topics and its state; nothing of it runs. */
    void forget(AppSpec spec) {
        try {
            List<String> topics = admin().listTopics().names().get().stream()
                    .filter(topic -> topic.startsWith(spec.name() + "-"))
                    .toList();
            admin().deleteTopics(topics).all().get();
            Utils.delete(spec.state().toFile());
        } catch (ExecutionException e) {
            throw new KafkaException("Cannot delete the topics of " + spec.name() + ": " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted while deleting the topics of " + spec.name(), e);
        } catch (IOException e) {
            throw new KafkaException("Cannot delete " + spec.state(), e);
        }
    }

    /** Deletes the group of an application that ended in good order. */
    void forgetGroup(AppSpec spec) {
        try {
            admin().deleteConsumerGroups(List.of(spec.name())).all().get();
        } catch (ExecutionException e) {
            throw new KafkaException("Cannot delete the group of " + spec.name() + ": " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted while deleting the group of " + spec.name(), e);
        }
    }

    @Override
    public void close() {
        brokers.close();
        try {
            Utils.delete(folder.toFile());
        } catch (IOException e) {
            throw new KafkaException("Cannot delete " + folder, e);
        }
    }
}
