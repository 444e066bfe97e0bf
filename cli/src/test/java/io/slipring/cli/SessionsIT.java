/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slipring.testkit.Broker;
import io.slipring.testkit.JavaProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.kstream.SessionWindowedDeserializer;
import org.apache.kafka.streams.kstream.Windowed;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of visitors whose records come to any partition, while the topic grows and an instance is killed: each once. */
class SessionsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int VISITORS = 300;
    private static final int VISITS = 20_000;
    private static final long GAP_SECONDS = 1_800;
    private static final Instant START = Instant.parse("2024-03-01T00:00:00Z");

    @TempDir
    private Path folder;

    /** What a visitor did. */
    private record Visit(String visitor, Instant at) {
        String json() {
            return "{\"at\":\"" + at + "\"}";
        }
    }

    @Test
    void run_finalSessionsGrownLiveAndKilled_equalAnIndependentComputation() throws Exception {
        List<Visit> visits = visits(new Random(7));
        Map<String, Integer> wanted = sessions(visits);
        try (Broker broker = Broker.start()) {
            broker.createTopic("visits", 2, Map.of());
            broker.createTopic("sessions", 1, Map.of("retention.ms", "-1"));
            CommandRun.ring(broker, "create", "--topic", "visits", "--ring", "visits");
            try (JavaProcess first = run(broker, "first");
                    JavaProcess second = run(broker, "second");
                    KafkaProducer<String, String> producer = new KafkaProducer<>(
                            Map.of("bootstrap.servers", broker.bootstrapServers(), "metadata.max.age.ms", 500),
                            new StringSerializer(),
                            new StringSerializer())) {
                first.awaitOutput("READY application.id=sessions", PATIENCE);
                second.awaitOutput("READY application.id=sessions", PATIENCE);
                int third = visits.size() / 3;
                produce(producer, visits.subList(0, third), 2);
                CommandRun.ring(broker, "add-shard", "--count", "1", "--execute");
                produce(producer, visits.subList(third, 2 * third), 3);
                second.kill9();
                produce(producer, visits.subList(2 * third, visits.size()), 3);
                Instant later = START.plus(Duration.ofDays(1_000));
                for (int partition = 0; partition < 3; partition++) {
                    send(producer, partition, new Visit("END", later));
                }
                producer.flush();

                Awaitility.await("each of " + wanted.size() + " sessions")
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ofSeconds(1))
                        .untilAsserted(() -> assertThat(results(broker).size()).isGreaterThanOrEqualTo(wanted.size()));
                List<String> results = results(broker);
                assertThat(results).doesNotHaveDuplicates();
                assertThat(new TreeMap<>(counted(results))).isEqualTo(new TreeMap<>(wanted));
                JsonNode audit = CommandRun.of(
                                "audit",
                                "--bootstrap-server",
                                broker.bootstrapServers(),
                                "--application-id",
                                "sessions",
                                "--json")
                        .json();
                assertThat(audit.get("verdict").asText()).as(audit.toString()).isEqualTo("exact");
            }
        }
    }

    private JavaProcess run(Broker broker, String name) throws Exception {
        Path config = Files.writeString(folder.resolve(name + ".properties"), """
                application.id=sessions
                bootstrap.servers=%s
                state.dir=%s
                metadata.max.age.ms=500
                main.consumer.session.timeout.ms=6000
                slipring.ring=visits
                slipring.input.topic=visits
                slipring.timestamp.field=at
                slipring.output.topic=sessions
                slipring.aggregates=count
                slipring.window=session %ds grace 1d
                slipring.emit=final
                """.formatted(
                        broker.bootstrapServers(), folder.resolve(name), GAP_SECONDS));
        return JavaProcess.of(Main.class.getName())
                .args("run", "--config", config.toString())
                .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .start();
    }

    /** In an order that grace allows. */
    private static List<Visit> visits(Random random) {
        List<Visit> visits = new ArrayList<>();
        for (int i = 0; i < VISITS; i++) {
            String visitor = "visitor-" + random.nextInt(VISITORS);
            visits.add(new Visit(visitor, START.plusSeconds(i * 30L - random.nextInt(20_000))));
        }
        return visits;
    }

    private static Map<String, Integer> sessions(List<Visit> visits) {
        Map<String, List<Instant>> times = new HashMap<>();
        visits.forEach(visit ->
                times.computeIfAbsent(visit.visitor(), any -> new ArrayList<>()).add(visit.at()));
        Map<String, Integer> sessions = new HashMap<>();
        times.forEach((visitor, all) -> {
            all.sort(null);
            int begun = 0;
            for (int i = 1; i <= all.size(); i++) {
                boolean ends =
                        i == all.size() || all.get(i).isAfter(all.get(i - 1).plusSeconds(GAP_SECONDS));
                if (ends) {
                    sessions.put(visitor + " " + all.get(begun) + " " + all.get(i - 1), i - begun);
                    begun = i;
                }
            }
        });
        return sessions;
    }

    private static void produce(KafkaProducer<String, String> producer, List<Visit> visits, int partitions) {
        for (int i = 0; i < visits.size(); i++) {
            send(producer, i % partitions, visits.get(i));
        }
        producer.flush();
    }

    private static void send(KafkaProducer<String, String> producer, int partition, Visit visit) {
        producer.send(new ProducerRecord<>("visits", partition, visit.visitor(), visit.json()));
    }

    /** Results so far as JSON, whose keys are checked to be those of Kafka Streams. */
    private static List<String> results(Broker broker) throws Exception {
        List<String> results = new ArrayList<>();
        try (SessionWindowedDeserializer<String> keys = new SessionWindowedDeserializer<>(new StringDeserializer())) {
            for (ConsumerRecord<byte[], byte[]> record :
                    TopicRecords.read(broker, "sessions", 1, new ByteArrayDeserializer())) {
                JsonNode result = JSON.readTree(record.value());
                Windowed<String> key = keys.deserialize("sessions", record.key());
                assertThat(name(result))
                        .isEqualTo(key.key() + " " + key.window().startTime() + " "
                                + key.window().endTime());
                results.add(result.toString());
            }
        }
        return results;
    }

    private static Map<String, Integer> counted(List<String> results) throws Exception {
        Map<String, Integer> counted = new HashMap<>();
        for (String result : results) {
            JsonNode json = JSON.readTree(result);
            counted.put(name(json), json.get("count").asInt());
        }
        return counted;
    }

    private static String name(JsonNode result) {
        return result.get("key").asText() + " " + result.get("window_start").asText() + " "
                + result.get("window_end").asText();
    }
}
