/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerClusterIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    /** One cluster for the whole story: starting three JVMs is what costs. */
    @Test
    void cluster_overKillPauseAndRestart_staysAvailableAndLosesNothing() throws Exception {
        List<ProcessHandle> processes = new ArrayList<>();
        try (BrokerCluster cluster = BrokerCluster.start(3);
                KafkaProducer<String, String> producer = producer(cluster)) {
            String bootstrap = cluster.bootstrapServers();
            cluster.createTopic("orders", 4, Map.of());
            cluster.awaitHealthy(LIMIT);
            send(producer, 0, 100);

            cluster.kill(1);
            cluster.awaitHealthy(LIMIT);
            assertThat(leaders(cluster)).doesNotContain(1).hasSize(4);
            send(producer, 100, 200);

            cluster.restart(1);
            cluster.awaitHealthy(LIMIT);
            cluster.pause(2);
            cluster.awaitHealthy(LIMIT);
            assertThat(leaders(cluster)).doesNotContain(2).hasSize(4);
            send(producer, 200, 300);

            cluster.resume(2);
            cluster.awaitHealthy(LIMIT);
            send(producer, 300, 400);

            assertThat(cluster.bootstrapServers()).isEqualTo(bootstrap);
            assertThat(readAll(cluster, 400)).hasSize(400).doesNotHaveDuplicates();
            for (int broker = 0; broker < 3; broker++) {
                processes.add(ProcessHandle.of(cluster.process(broker).pid()).orElseThrow());
            }
        }
        assertThat(processes).hasSize(3).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void start_withABadProperty_failsWithTheBrokersOwnOutput() {
        BrokerCluster.Builder builder =
                BrokerCluster.builder(1).directory(directory).property("log.retention.ms", "soon");

        assertThatThrownBy(builder::start)
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("Broker 0 did not start")
                .hasMessageContaining("Invalid value soon for configuration log.retention.ms");
        assertThat(directory.resolve("broker-0.1.log")).exists();
    }

    @Test
    void awaitHealthy_whenABrokerDiedByItself_saysSoAtOnce() {
        try (BrokerCluster cluster = BrokerCluster.start(1)) {
            cluster.process(0).kill9();

            assertThatThrownBy(() -> cluster.awaitHealthy(Duration.ofHours(1)))
                    .isInstanceOf(KafkaException.class)
                    .hasMessageContaining("A broker died by itself")
                    .hasMessageContaining("last lines of");
            assertThatThrownBy(() -> cluster.pause(1)).isInstanceOf(IndexOutOfBoundsException.class);
            cluster.kill(0);
            assertThatThrownBy(() -> cluster.pause(0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Broker 0 is down");
        }
    }

    private static KafkaProducer<String, String> producer(BrokerCluster cluster) {
        Map<String, Object> config = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers(),
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 3000,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 60_000);
        return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    }

    private static void send(KafkaProducer<String, String> producer, int from, int to) throws Exception {
        for (int i = from; i < to; i++) {
            producer.send(new ProducerRecord<>("orders", i % 4, "key", "value-" + i))
                    .get(60, TimeUnit.SECONDS);
        }
    }

    private static List<Integer> leaders(BrokerCluster cluster) throws Exception {
        return cluster
                .admin()
                .describeTopics(List.of("orders"))
                .allTopicNames()
                .get()
                .get("orders")
                .partitions()
                .stream()
                .map(partition -> partition.leader().id())
                .toList();
    }

    private static List<String> readAll(BrokerCluster cluster, int count) {
        Map<String, Object> config = Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = List.of(
                    new TopicPartition("orders", 0),
                    new TopicPartition("orders", 1),
                    new TopicPartition("orders", 2),
                    new TopicPartition("orders", 3));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            List<String> values = new ArrayList<>();
            Deadline.of(LIMIT)
                    .await(
                            () -> {
                                consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
                                return values.size() >= count;
                            },
                            () -> count + " records, have " + values.size());
            return values;
        }
    }
}
