/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import io.slipring.cli.app.AggregationApp;
import io.slipring.cli.app.AppUpdate;
import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.produce.ProducerSettings;
import io.slipring.cli.produce.RowSender;
import io.slipring.cli.progress.HandoffProgress;
import io.slipring.cli.progress.TaskBacklog;
import io.slipring.cli.ring.PlannedChange;
import io.slipring.cli.ring.RingSetup;
import io.slipring.ring.Epoch;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.source.ControlFollower;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.testkit.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * A broker in this process with a ring, its topics and two instances of the application, in which the demo happens. The
 * instances share nothing but the broker: each has its own consumers, producer and stores.
 */
final class DemoCluster implements AutoCloseable {
    static final String APPLICATION = "demo-app";
    static final String INPUT = "demo-input";
    static final String OUTPUT = "demo-output";
    private static final String RING = "demo";
    private static final int INSTANCES = 2;
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private final DemoSettings settings;
    private final Path folder;
    private final EmbeddedBroker broker;
    private final ControlTopicConfig control;
    private final ControlPlane plane;
    private final List<AggregationApp<?>> instances = new ArrayList<>();
    private final Thread deleteOnExit = new Thread(this::deleteStores, "demo-exit");

    private DemoCluster(DemoSettings settings) throws IOException {
        this.settings = settings;
        this.folder = Files.createTempDirectory("slipring-demo-");
        Runtime.getRuntime().addShutdownHook(deleteOnExit);
        this.broker = EmbeddedBroker.start();
        this.control = ControlTopicConfig.at(broker.bootstrapServers());
        this.plane = ControlPlane.of(control);
    }

    /** Starts everything; returns when both instances process. */
    static DemoCluster start(DemoSettings settings, Optional<String> field) throws IOException, InterruptedException {
        DemoCluster cluster = new DemoCluster(settings);
        try {
            cluster.createTopicsAndRing();
            cluster.startInstances(field);
            return cluster;
        } catch (RuntimeException | InterruptedException e) {
            cluster.close();
            throw e;
        }
    }

    private void createTopicsAndRing() {
        broker.createTopic(INPUT, settings.shards(), Map.of());
        broker.createTopic(OUTPUT, settings.shards(), Map.of());
        Ring first = Rings.create(RING, settings.shards(), Placements.balanced(), Set.of(INPUT));
        RingSetup.publish(broker.admin(), control, first, Optional.empty());
    }

    private void startInstances(Optional<String> field) throws InterruptedException {
        for (int i = 0; i < INSTANCES; i++) {
            AggregationApp<?> instance = AggregationApp.fromSettings(properties(field, i), true);
            instances.add(instance);
            instance.start();
        }
        for (AggregationApp<?> instance : instances) {
            if (!instance.awaitRunning(START_TIMEOUT)) {
                throw new CommandFailure("an application instance did not start within " + START_TIMEOUT.toSeconds()
                        + " s: " + instance.failureReason().orElse("no reason known"));
            }
        }
    }

    private Map<String, String> properties(Optional<String> field, int instance) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("application.id", APPLICATION);
        properties.put("bootstrap.servers", broker.bootstrapServers());
        properties.put("state.dir", folder.resolve("instance-" + instance).toString());
        properties.put("group.protocol", settings.groupProtocol());
        properties.put("slipring.ring", RING);
        properties.put("slipring.input.topic", INPUT);
        properties.put("slipring.output.topic", OUTPUT);
        properties.put("slipring.aggregate", field.isPresent() ? "stats" : "count");
        properties.put("slipring.value.format", field.isPresent() ? "json" : "bytes");
        field.ifPresent(name -> properties.put("slipring.value.field", name));
        properties.put("slipring.progress.interval.ms", "100");
        properties.put("metadata.max.age.ms", "1000");
        // Fewer, larger transactions: a demo on two cores is about totals, not about the last 100 ms of latency.
        properties.put("commit.interval.ms", "500");
        properties.put("producer.batch.size", "131072");
        return properties;
    }

    /** A sender into the input topic, for the caller to close. */
    RowSender sender() {
        Map<String, Object> producer = new HashMap<>(ProducerSettings.reliable());
        producer.putAll(settings.partitioner().settings(() -> RING, control.topic()));
        producer.put(CommonClientConfigs.METADATA_MAX_AGE_CONFIG, 1_000);
        producer.putAll(client());
        return new RowSender(new KafkaProducer<>(producer, new StringSerializer(), new StringSerializer()), INPUT);
    }

    /** Settings of a client of the broker. */
    Map<String, Object> client() {
        return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
    }

    Admin admin() {
        return broker.admin();
    }

    /** The partitions that the input topic will have at the end. */
    List<TopicPartition> inputPartitions() {
        return partitions(INPUT, settings.shards() + settings.addShards());
    }

    List<TopicPartition> outputPartitions() {
        return partitions(OUTPUT, settings.shards());
    }

    private static List<TopicPartition> partitions(String topic, int count) {
        return IntStream.range(0, count)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    /** Adds the shards, by the code of {@code ring add-shard --execute}; returns when the epoch is published. */
    PlannedChange grow() {
        var snapshot = plane.read();
        Ring after = RingChange.on(snapshot.ring(RING))
                .addShards(settings.addShards())
                .createdAtMs(System.currentTimeMillis())
                .comment("demo")
                .next();
        PlannedChange change = PlannedChange.of(admin(), control, snapshot, after);
        var unused = change.execute(admin(), control);
        return change;
    }

    /** What the ring and the tasks say of themselves, for the caller to close. */
    ControlFollower follow() {
        return ControlFollower.open(control, report -> {});
    }

    /** How far the handoffs are, by that. */
    static HandoffProgress progress(ControlSnapshot seen) {
        NavigableMap<Epoch, Ring> epochs = Objects.requireNonNull(seen.rings().get(RING));
        return HandoffProgress.of(epochs, TaskBacklog.of(epochs, seen.tasks(RING, APPLICATION)));
    }

    /** Visits every key in the stores of both instances. */
    void forEachKey(BiConsumer<String, AppUpdate> visitor) {
        instances.forEach(instance -> instance.forEachKey(visitor));
    }

    /** How many times a thread of an instance failed. */
    int failures() {
        return instances.stream().mapToInt(AggregationApp::failures).sum();
    }

    /** Why the first of them failed. */
    Optional<String> failureReason() {
        return instances.stream()
                .flatMap(instance -> instance.failureReason().stream())
                .findFirst();
    }

    @Override
    public void close() {
        instances.parallelStream().forEach(AggregationApp::close);
        plane.close();
        broker.close();
        deleteStores();
    }

    /** Also run when the JVM exits, so that an interrupted demo leaves nothing behind. */
    private void deleteStores() {
        try {
            Utils.delete(folder.toFile());
        } catch (IOException e) {
            throw new CommandFailure("cannot delete " + folder + ": " + e.getMessage(), e);
        }
    }
}
