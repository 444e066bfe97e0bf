/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import io.slipring.errors.ControlTopicException;
import io.slipring.errors.RingDoesNotFitException;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.ring.source.ControlTopics;
import io.slipring.testkit.Broker;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RingPartitionerIT {
    private static Broker broker;

    @BeforeAll
    static void startBroker() {
        broker = Broker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void send_keyedRecords_landOnTheirShards() throws Exception {
        Ring ring = ControlTopics.ring("orders", 4);
        ControlTopicConfig control = ControlTopics.created(broker);
        ControlTopics.publish(control, ring);
        broker.createTopic("keyed", 4, Map.of());

        try (KafkaProducer<String, String> producer = producer(control, Map.of())) {
            for (int i = 0; i < 200; i++) {
                String key = "key-" + i;
                assertThat(producer.send(new ProducerRecord<>("keyed", key, "v"))
                                .get()
                                .partition())
                        .isEqualTo(ring.partitionOf(key.getBytes(StandardCharsets.UTF_8)));
            }
            assertThat(producer.metrics().keySet())
                    .anyMatch(m -> m.group().equals("plugins") && m.name().equals("ring-epoch"));
        }
    }

    @Test
    void send_ringGrowsBeforeTheProducerKnowsThePartitions_keepsRoutingAndFollows() throws Exception {
        Ring four = ControlTopics.ring("orders", 4);
        Ring five = ControlTopics.grown(four, 1);
        ControlTopicConfig control = ControlTopics.created(broker);
        ControlTopics.publish(control, four);
        broker.createTopic("growing", 4, Map.of());
        byte[] moved = movedKey(four, five);
        String key = new String(moved, StandardCharsets.UTF_8);

        try (KafkaProducer<String, String> producer = producer(control, Map.of("metadata.max.age.ms", 500))) {
            assertThat(partition(producer, "growing", key)).isEqualTo(four.partitionOf(moved));
            ControlTopics.publish(control, five);
            await().atMost(Duration.ofSeconds(30)).until(() -> epoch(producer) == 2.0);

            assertThat(partition(producer, "growing", key)).isEqualTo(four.partitionOf(moved));
            broker.admin()
                    .createPartitions(Map.of("growing", NewPartitions.increaseTo(5)))
                    .all()
                    .get();

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> partition(producer, "growing", key) == five.partitionOf(moved));
        }
    }

    @Test
    void send_topicTooSmall_throwsTheNamedException() {
        ControlTopicConfig control = ControlTopics.created(broker);
        ControlTopics.publish(control, ControlTopics.ring("orders", 4));
        broker.createTopic("small", 3, Map.of());

        try (KafkaProducer<String, String> producer = producer(control, Map.of())) {
            assertThatThrownBy(() -> producer.send(new ProducerRecord<>("small", "k", "v")))
                    .isInstanceOf(RingDoesNotFitException.class)
                    .hasMessageContaining("Topic small has 3 partitions");
        }
    }

    @Test
    void open_noRing_failsNamedAndLeavesNothingBehind() {
        Set<String> before = ringThreads();
        ControlTopicConfig missing = ControlTopics.unused(broker, Duration.ofSeconds(1));

        assertThatThrownBy(() -> producer(missing, Map.of("slipring.ring.timeout.ms", 1_000)))
                .rootCause()
                .satisfies(root -> assertThat(root)
                        .isInstanceOf(org.apache.kafka.common.errors.UnknownTopicOrPartitionException.class));
        assertThatThrownBy(() -> producer(missing, Map.of("slipring.ring.timeout.ms", 1_000)))
                .hasCauseInstanceOf(ControlTopicException.class);

        await().untilAsserted(() -> assertThat(ringThreads()).isEqualTo(before));
    }

    @Test
    void close_twoHundredProducers_returnsThreadsSocketsAndBeans() throws Exception {
        ControlTopicConfig control = ControlTopics.created(broker);
        ControlTopics.publish(control, ControlTopics.ring("orders", 4));
        broker.createTopic("leaks", 4, Map.of());
        openAndClose(control, 2);
        Set<String> threads = clientThreads();
        Set<ObjectName> beans = beans();
        long files = openFiles();

        openAndClose(control, 200);

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(clientThreads()).isEqualTo(threads);
            assertThat(beans()).isEqualTo(beans);
            assertThat(openFiles()).isLessThanOrEqualTo(files + 5);
        });
    }

    /** Opens them all before it closes the first, and makes sure that one reader serves them all. */
    private static void openAndClose(ControlTopicConfig control, int count) throws Exception {
        List<KafkaProducer<String, String>> producers = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                producers.add(producer(control, Map.of("client.id", "same")));
            }
            partition(producers.get(0), "leaks", "k");
            assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(t -> t.getName().startsWith("slipring-ring-reader")))
                    .hasSize(1);
        } finally {
            producers.forEach(producer -> producer.close(Duration.ofSeconds(10)));
        }
    }

    private static KafkaProducer<String, String> producer(ControlTopicConfig control, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", broker.bootstrapServers());
        settings.put("partitioner.class", RingPartitioner.class.getName());
        settings.put("slipring.ring", "orders");
        settings.put("slipring.ring.topic", control.topic());
        settings.put("linger.ms", 0);
        settings.putAll(more);
        return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }

    private static int partition(KafkaProducer<String, String> producer, String topic, String key) throws Exception {
        return producer.send(new ProducerRecord<>(topic, key, "v")).get().partition();
    }

    private static double epoch(KafkaProducer<String, String> producer) {
        return producer.metrics().entrySet().stream()
                .filter(m -> m.getKey().name().equals("ring-epoch"))
                .map(m -> (Double) m.getValue().metricValue())
                .findFirst()
                .orElse(0.0);
    }

    private static byte[] movedKey(Ring before, Ring after) {
        for (int i = 0; ; i++) {
            byte[] key = ("key-" + i).getBytes(StandardCharsets.UTF_8);
            if (before.partitionOf(key) != after.partitionOf(key)) {
                return key;
            }
        }
    }

    private static Set<String> ringThreads() {
        return threads("slipring-");
    }

    private static Set<String> clientThreads() {
        Set<String> names = threads("slipring-");
        names.addAll(threads("kafka-producer-network-thread"));
        names.addAll(threads("kafka-admin-client-thread | slipring"));
        return names;
    }

    private static Set<String> threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<ObjectName> beans() throws Exception {
        Set<ObjectName> beans = new java.util.HashSet<>();
        for (String domain : List.of("kafka.producer", "kafka.consumer", "kafka.admin.client")) {
            beans.addAll(ManagementFactory.getPlatformMBeanServer().queryNames(new ObjectName(domain + ":*"), null));
        }
        return beans;
    }

    private static long openFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : 0;
    }
}
