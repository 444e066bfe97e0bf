/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slipring.partitioner.RingPartitioner;
import io.slipring.testkit.Broker;
import io.slipring.testkit.JavaProcess;
import io.slipring.testkit.TestData;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.kstream.TimeWindowedDeserializer;
import org.apache.kafka.streams.kstream.Windowed;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mean delay of the flights by origin and hour, while the topic grows: each once, and as computed without Slipring. */
class WindowsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int OUTPUT_PARTITIONS = 2;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int YEAR = 2001;
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    @TempDir
    private Path folder;

    /** A flight of the table. */
    private record Flight(String origin, LocalDateTime at, long delay) {
        static Flight of(List<String> row) {
            String date = row.get(0);
            LocalDateTime at = LocalDateTime.of(YEAR, part(date, 0), part(date, 2), part(date, 4), part(date, 6));
            return new Flight(row.get(3), at, Long.parseLong(row.get(1)));
        }

        private static int part(String date, int from) {
            return Integer.parseInt(date.substring(from, from + 2));
        }

        String hour() {
            return origin + " " + at.truncatedTo(ChronoUnit.HOURS).toInstant(ZoneOffset.UTC);
        }

        String json() {
            return "{\"at\":\"" + at.toInstant(ZoneOffset.UTC) + "\",\"delay\":" + delay + "}";
        }
    }

    @Test
    void run_finalMeanPerOriginAndHourGrownLive_equalsAnIndependentComputation() throws Exception {
        List<Flight> flights = new ArrayList<>();
        try (Stream<List<String>> rows = TestData.flights().rows()) {
            rows.forEach(row -> flights.add(Flight.of(row)));
        }
        Map<String, long[]> hours = new TreeMap<>();
        for (Flight flight : flights) {
            long[] hour = hours.computeIfAbsent(flight.hour(), key -> new long[2]);
            hour[0]++;
            hour[1] += flight.delay();
        }
        try (Broker broker = Broker.start()) {
            broker.createTopic("flights", 2, Map.of());
            // Results have the time of what they are of.
            broker.createTopic("delays", OUTPUT_PARTITIONS, Map.of("retention.ms", "-1"));
            broker.createTopic("late", 1, Map.of("retention.ms", "-1"));
            CommandRun.ring(broker, "create", "--topic", "flights", "--ring", "flights");
            Path config = Files.writeString(folder.resolve("app.properties"), """
                    application.id=delays
                    bootstrap.servers=%s
                    state.dir=%s
                    metadata.max.age.ms=500
                    slipring.ring=flights
                    slipring.input.topic=flights
                    slipring.timestamp.field=at
                    slipring.output.topic=delays
                    slipring.aggregates=count, mean(delay)
                    slipring.window=tumbling 1h grace 1d
                    slipring.emit=final
                    slipring.late.topic=late
                    """.formatted(
                            broker.bootstrapServers(), folder.resolve("state")));
            try (JavaProcess app = JavaProcess.of(Main.class.getName())
                            .args("run", "--config", config.toString())
                            .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                            .start();
                    KafkaProducer<String, String> producer = producer(broker)) {
                app.awaitOutput("READY application.id=delays", PATIENCE);
                int half = flights.size() / 2;
                produce(producer, flights.subList(0, half));
                CommandRun.ring(broker, "add-shard", "--count", "1", "--execute");
                produce(producer, flights.subList(half, flights.size()));
                for (int partition = 0; partition < 3; partition++) {
                    send(producer, partition, "2002-01-01T00:00:00Z");
                }
                send(producer, 0, "2000-01-01T00:00:00Z");

                Awaitility.await("a result for each of " + hours.size() + " origins and hours")
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ofSeconds(1))
                        .untilAsserted(() -> assertThat(results(broker).size())
                                .as(() -> audit(broker).out())
                                .isGreaterThanOrEqualTo(hours.size()));
                List<JsonNode> results = results(broker);
                assertThat(results).hasSize(hours.size());
                for (JsonNode result : results) {
                    String name = result.get("key").asText() + " "
                            + result.get("window_start").asText();
                    long[] hour = hours.remove(name);
                    assertThat(hour).as(name + ", if not twice").isNotNull();
                    assertThat(result.get("count").asLong()).isEqualTo(hour[0]);
                    assertThat(result.get("mean_delay").decimalValue())
                            .as(name)
                            .isEqualByComparingTo(BigDecimal.valueOf(hour[1])
                                    .divide(BigDecimal.valueOf(hour[0]), MathContext.DECIMAL64));
                }
                assertThat(hours).isEmpty();
                assertThat(read(broker, "late", 1))
                        .extracting(record -> new String(record.value(), StandardCharsets.UTF_8))
                        .containsExactly("{\"at\":\"2000-01-01T00:00:00Z\",\"delay\":0}");
                JsonNode audit = audit(broker).json();
                assertThat(audit.get("verdict").asText()).as(audit.toString()).isEqualTo("exact");
                CommandRun deep = audit(broker, "--deep");
                assertThat(deep.status()).isEqualTo(1);
                assertThat(deep.err())
                        .contains("can't recount the source of application delays: it has windows of 3600000 ms");
            }
        }
    }

    private static CommandRun audit(Broker broker, String... more) {
        return CommandRun.of(Stream.concat(
                        Stream.of(
                                "audit",
                                "--bootstrap-server",
                                broker.bootstrapServers(),
                                "--application-id",
                                "delays",
                                "--json"),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private static KafkaProducer<String, String> producer(Broker broker) {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrapServers(),
                        "partitioner.class",
                        RingPartitioner.class.getName(),
                        "slipring.ring",
                        "flights",
                        "metadata.max.age.ms",
                        500,
                        "linger.ms",
                        20),
                new StringSerializer(),
                new StringSerializer());
    }

    private static void produce(KafkaProducer<String, String> producer, List<Flight> flights) {
        for (Flight flight : flights) {
            producer.send(new ProducerRecord<>("flights", flight.origin(), flight.json()));
        }
        producer.flush();
    }

    private static void send(KafkaProducer<String, String> producer, int partition, String at) throws Exception {
        producer.send(new ProducerRecord<>("flights", partition, "END", "{\"at\":\"" + at + "\",\"delay\":0}"))
                .get();
    }

    /** All results so far, whose keys are checked to be those of Kafka Streams. */
    private static List<JsonNode> results(Broker broker) throws Exception {
        List<JsonNode> results = new ArrayList<>();
        try (TimeWindowedDeserializer<String> keys =
                new TimeWindowedDeserializer<>(new StringDeserializer(), HOUR.toMillis())) {
            for (ConsumerRecord<byte[], byte[]> record : read(broker, "delays", OUTPUT_PARTITIONS)) {
                JsonNode result = JSON.readTree(record.value());
                Windowed<String> key = keys.deserialize("delays", record.key());
                assertThat(key.key()).isEqualTo(result.get("key").asText());
                assertThat(key.window().startTime())
                        .hasToString(result.get("window_start").asText());
                assertThat(key.window().endTime())
                        .hasToString(result.get("window_end").asText());
                results.add(result);
            }
        }
        return results;
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(Broker broker, String topic, int partitions) {
        return TopicRecords.read(broker, topic, partitions, new ByteArrayDeserializer());
    }
}
