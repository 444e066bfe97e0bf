/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.slipring.errors.RingDoesNotFitException;
import io.slipring.errors.RingNotFoundException;
import io.slipring.hotkeys.SplitRule;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.ShardId;
import io.slipring.ring.source.RingFile;
import io.slipring.ring.source.TestRings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.internals.Plugin;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingPartitionerTest {
    private final Ring ring = TestRings.first("orders", 4);
    private final RingPartitioner partitioner = new RingPartitioner();
    private Path file;

    @BeforeEach
    void setUp(@TempDir Path directory) throws Exception {
        file = directory.resolve("orders.ring");
        RingFile.write(file, List.of(ring));
        partitioner.configure(config());
    }

    @AfterEach
    void tearDown() {
        partitioner.close();
    }

    @Test
    void partition_anyKey_isTheRings() {
        for (int i = 0; i < 1_000; i++) {
            byte[] key = bytes("key-" + i);
            assertThat(route(key, cluster(4))).isEqualTo(ring.partitionOf(key));
        }
    }

    @Test
    void partition_calledTwice_answersTheSame() {
        byte[] key = bytes("AAPL");

        assertThat(route(key, cluster(4))).isEqualTo(route(key, cluster(4)));
    }

    @Test
    void partition_leadersDown_doesNotMoveKeys() {
        Cluster healthy = cluster(4);
        Cluster leaderless = leaderless(4);

        for (int i = 0; i < 1_000; i++) {
            byte[] key = bytes("key-" + i);
            assertThat(route(key, leaderless)).isEqualTo(route(key, healthy));
        }
    }

    @Test
    void partition_sameBytesFromOtherTypes_isOneShard() {
        byte[] text = new StringSerializer().serialize("orders", "42");
        byte[] raw = new ByteArraySerializer().serialize("orders", new byte[] {'4', '2'});
        byte[] number = new IntegerSerializer().serialize("orders", 42);

        assertThat(partitioner.partition("orders", "42", text, null, null, cluster(4)))
                .isEqualTo(partitioner.partition("orders", raw, raw, null, null, cluster(4)));
        assertThat(partitioner.partition("orders", 42, number, null, null, cluster(4)))
                .isEqualTo(ring.partitionOf(number));
    }

    @Test
    void partition_manyTopicsAndThreads_agreesWithOneThread() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Callable<Boolean>> checks = IntStream.range(0, 64)
                .<Callable<Boolean>>mapToObj(n -> () -> {
                    for (int i = 0; i < 1_000; i++) {
                        byte[] key = bytes("key-" + i);
                        String topic = i % 2 == 0 ? "orders" : "payments";
                        int count = i % 2 == 0 ? 4 : 9;
                        if (partitioner.partition(topic, null, key, null, null, cluster(count))
                                != ring.partitionOf(key)) {
                            return false;
                        }
                    }
                    return true;
                })
                .toList();

        List<Future<Boolean>> results = threads.invokeAll(checks);

        threads.shutdownNow();
        for (Future<Boolean> result : results) {
            assertThat(result.get()).isTrue();
        }
    }

    @Test
    void partition_noKey_staysInRangeAndReachesEveryShard() {
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            seen.add(partitioner.partition("orders", null, null, null, new byte[20_000], cluster(4)));
        }

        assertThat(seen).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void partition_topicTooSmall_throwsTheNamedException() {
        assertThatThrownBy(() -> route(bytes("a"), cluster(3))).isInstanceOf(RingDoesNotFitException.class);
        assertThatThrownBy(() -> route(null, cluster(3))).isInstanceOf(RingDoesNotFitException.class);
    }

    @Test
    void partition_beforeConfigure_saysSo() {
        try (RingPartitioner raw = new RingPartitioner()) {
            assertThatThrownBy(() -> raw.partition("orders", null, bytes("a"), null, null, cluster(4)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("before configure");
        }
    }

    @Test
    void configure_badValue_throwsConfigException() {
        try (RingPartitioner raw = new RingPartitioner()) {
            assertThatThrownBy(() -> raw.configure(Map.of("slipring.ring", "")))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("slipring.ring");
        }
    }

    @Test
    void configure_hotKeySettings_areChecked() {
        for (Map<String, ?> bad : List.of(
                Map.of("slipring.hotkeys.part", "0"),
                Map.of("slipring.hotkeys.window.ms", 1),
                Map.of("slipring.hotkeys.enabled", "maybe"),
                Map.of("slipring.hotkeys.report", true))) {
            Map<String, Object> all = new HashMap<>(config());
            all.putAll(bad);
            assertThatThrownBy(() -> RingPartitionerConfig.parse(all))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(bad.keySet().iterator().next());
        }
        Map<String, Object> good = new HashMap<>(config());
        good.putAll(Map.of("slipring.hotkeys.part", "0.25", "slipring.hotkeys.window.ms", "500"));

        assertThat(RingPartitionerConfig.parse(good).hotKeys())
                .isEqualTo(new HotKeySettings(true, false, Duration.ofMillis(500), new SplitRule(0.25)));
        assertThat(RingPartitionerConfig.parse(config()).hotKeys()).isEqualTo(HotKeySettings.DEFAULT);
    }

    @Test
    void close_ofTheLastPartitioner_endsTheThreadThatTicks() {
        partitioner.close();

        await().atMost(Duration.ofSeconds(30))
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("slipring-ticker")));
    }

    @Test
    void configure_noRing_throwsWithinTheTimeout() {
        try (RingPartitioner raw = new RingPartitioner()) {
            assertThatThrownBy(() -> raw.configure(Map.of(
                            "slipring.ring",
                            "orders",
                            "slipring.ring.file",
                            file + ".absent",
                            "slipring.ring.timeout.ms",
                            100)))
                    .isInstanceOf(RingNotFoundException.class);
        }
    }

    @Test
    void metrics_afterRouting_showRingAndLoad() throws Exception {
        Metrics metrics = new Metrics();
        try (Plugin<Partitioner> plugin = Plugin.wrapInstance(partitioner, metrics, "partitioner.class")) {
            byte[] key = bytes("AAPL");
            partitioner.partition("orders", null, key, null, new byte[6], cluster(4));
            Map<String, String> owner = Map.of("shard", ring.ownerOf(key).id().toString());

            assertThat(value(metrics, "ring-epoch", Map.of())).isEqualTo(1.0);
            assertThat(value(metrics, "ring-fingerprint", Map.of()))
                    .isEqualTo(ring.fingerprint().toString());
            assertThat(value(metrics, "ring-fallback-total", Map.of())).isEqualTo(0.0);
            assertThat(value(metrics, "shard-records-total", owner)).isEqualTo(1.0);
            assertThat(value(metrics, "shard-bytes-total", owner)).isEqualTo(10.0);
            for (String name : List.of("hot-keys", "hot-key-share-max", "split-keys", "split-records-total")) {
                assertThat(value(metrics, name, Map.of())).as(name).isEqualTo(0.0);
            }
        }
        assertThat(metrics.metrics().keySet()).noneMatch(name -> name.group().equals("plugins"));
        metrics.close();
    }

    @Test
    void metrics_shardTakesUpADrainedPartition_startsAtZero() throws Exception {
        Metrics metrics = new Metrics();
        try (Plugin<Partitioner> plugin = Plugin.wrapInstance(partitioner, metrics, "partitioner.class")) {
            for (int i = 0; i < 1_000; i++) {
                route(bytes("key-" + i), cluster(4));
            }
            Ring drained = RingChange.on(ring).removeShard(new ShardId(1)).next();
            Ring again = RingChange.on(drained).addShards(1).next();

            RingFile.write(file, List.of(ring, drained, again));

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> value(metrics, "ring-epoch", Map.of()).equals(3.0));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> value(metrics, "shard-records-total", Map.of("shard", "4"))
                            .equals(0.0));
            assertThat(names(metrics, "shard-records-total")).containsExactlyInAnyOrder("0", "2", "3", "4");
        }
        metrics.close();
    }

    private static Object value(Metrics metrics, String name, Map<String, String> tags) {
        return metrics.metrics().entrySet().stream()
                .filter(e -> e.getKey().name().equals(name))
                .filter(e -> e.getKey().tags().entrySet().containsAll(tags.entrySet()))
                .map(e -> e.getValue().metricValue())
                .findFirst()
                .orElse("absent");
    }

    private static List<String> names(Metrics metrics, String name) {
        return metrics.metrics().keySet().stream()
                .filter(metric -> metric.name().equals(name))
                .map(MetricName::tags)
                .map(tags -> tags.get("shard"))
                .toList();
    }

    private int route(byte[] key, Cluster cluster) {
        return partitioner.partition("orders", null, key, null, null, cluster);
    }

    private Map<String, Object> config() {
        return Map.of("slipring.ring", "orders", "slipring.ring.file", file.toString());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Cluster cluster(int partitions) {
        return cluster(partitions, new Node(0, "localhost", 9092));
    }

    private static Cluster leaderless(int partitions) {
        return cluster(partitions, null);
    }

    private static Cluster cluster(int partitions, Node leader) {
        Node[] replicas = {new Node(0, "localhost", 9092)};
        List<PartitionInfo> infos = List.of("orders", "payments").stream()
                .flatMap(topic -> IntStream.range(0, partitions)
                        .mapToObj(p -> new PartitionInfo(topic, p, leader, replicas, replicas)))
                .toList();
        return new Cluster("test", List.of(replicas), infos, Set.of(), Set.of());
    }
}
