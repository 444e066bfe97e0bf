/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedBrokerIT {
    @TempDir
    private Path directory;

    @Test
    void close_afterUse_leavesNoThreadAndNoFile() {
        Set<Thread> before = nonDaemonThreads();
        EmbeddedBroker broker = EmbeddedBroker.start();
        broker.createTopic("orders", 3, Map.of());
        Path data = dataOf(broker);
        assertThat(data).exists();

        broker.close();
        broker.close();

        assertThat(data).doesNotExist();
        Set<Thread> left = nonDaemonThreads();
        left.removeAll(before);
        assertThat(left).isEmpty();
    }

    @Test
    void start_onAnEarlierDirectory_findsTheRecordsAgain() throws Exception {
        Path data = directory.resolve("kept");
        try (EmbeddedBroker broker = EmbeddedBroker.builder().directory(data).start()) {
            broker.createTopic("orders", 2, Map.of());
            send(broker, "orders", 1, "k", "v");
        }

        try (EmbeddedBroker broker = EmbeddedBroker.builder().directory(data).start()) {
            assertThat(read(broker, "orders", 1)).containsExactly("v");
        }
        assertThat(data).exists();
    }

    @Test
    void start_withABrokerProperty_usesIt() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.builder()
                .property("auto.create.topics.enable", "true")
                .property("num.partitions", "7")
                .start()) {
            send(broker, "made-up", 6, "k", "v");

            assertThat(Topics.ledPartitions(broker.admin(), "made-up")).isEqualTo(7);
        }
    }

    @Test
    void start_withABadProperty_namesItAndLeavesNothing() {
        Set<Thread> before = nonDaemonThreads();

        assertThatThrownBy(() -> EmbeddedBroker.builder()
                        .property("log.retention.ms", "soon")
                        .start())
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("log.retention.ms")
                .hasMessageContaining("soon");

        Set<Thread> left = nonDaemonThreads();
        left.removeAll(before);
        assertThat(left).isEmpty();
    }

    @Test
    void createTopic_withConfigs_awaitsAllLeaders() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            broker.createTopic("orders", 16, Map.of("cleanup.policy", "compact"));

            assertThat(Topics.ledPartitions(broker.admin(), "orders")).isEqualTo(16);
            ConfigResource orders = new ConfigResource(ConfigResource.Type.TOPIC, "orders");
            assertThat(broker.admin()
                            .describeConfigs(List.of(orders))
                            .all()
                            .get()
                            .get(orders)
                            .get("cleanup.policy")
                            .value())
                    .isEqualTo("compact");
            assertThatThrownBy(() -> broker.createTopic("orders", 1, Map.of()))
                    .isInstanceOf(KafkaException.class)
                    .hasCauseInstanceOf(TopicExistsException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "streams"})
    void streams_withExactlyOnce_runsUnderEachGroupProtocol(String protocol) throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            broker.createTopic("in", 2, Map.of());
            broker.createTopic("out", 1, Map.of());
            send(broker, "in", 0, "k", "first");
            send(broker, "in", 1, "k", "second");
            StreamsBuilder builder = new StreamsBuilder();
            builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                    .to("out", Produced.with(Serdes.String(), Serdes.String()));
            Properties config = new Properties();
            config.put(StreamsConfig.APPLICATION_ID_CONFIG, "copy-" + protocol);
            config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
            config.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, protocol);
            config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
            config.put(
                    StreamsConfig.STATE_DIR_CONFIG, directory.resolve(protocol).toString());

            try (KafkaStreams streams = new KafkaStreams(builder.build(), config)) {
                streams.start();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .untilAsserted(
                                () -> assertThat(read(broker, "out", 0)).containsExactlyInAnyOrder("first", "second"));
            }
        }
    }

    private static Set<Thread> nonDaemonThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && !thread.isDaemon())
                .collect(Collectors.toSet());
    }

    private static Path dataOf(EmbeddedBroker broker) {
        try {
            return Path.of(broker.admin()
                    .describeLogDirs(List.of(0))
                    .allDescriptions()
                    .get()
                    .get(0)
                    .keySet()
                    .iterator()
                    .next());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void send(EmbeddedBroker broker, String topic, int partition, String key, String value)
            throws Exception {
        Map<String, Object> config = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers(), ProducerConfig.ACKS_CONFIG, "all");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, partition, key, value)).get(30, TimeUnit.SECONDS);
        }
    }

    private static List<String> read(EmbeddedBroker broker, String topic, int partition) {
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                broker.bootstrapServers(),
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            TopicPartition part = new TopicPartition(topic, partition);
            consumer.assign(List.of(part));
            consumer.seekToBeginning(List.of(part));
            List<String> values = new ArrayList<>();
            consumer.poll(Duration.ofSeconds(2)).forEach(record -> values.add(record.value()));
            return values;
        }
    }
}
