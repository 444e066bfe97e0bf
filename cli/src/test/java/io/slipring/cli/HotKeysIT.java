/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.slipring.partitioner.RingPartitioner;
import io.slipring.testkit.Broker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Finds a producer's hot key, splits it, plans, and joins it again, by commands. */
class HotKeysIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String TOPIC = "clicks";
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
    void hotKeys_ofAReportingProducer_areShownSplitPlannedAndJoined() throws Exception {
        broker.createTopic(TOPIC, 8, Map.of());
        assertThat(run("ring", "create", "--topic", TOPIC, "--ring", TOPIC).status())
                .isZero();
        try (KafkaProducer<String, String> producer = producer()) {
            JsonNode report = awaitHotKey(producer);

            JsonNode key = report.get("keys").get(0);
            assertThat(key.get("share").asDouble()).isBetween(0.4, 0.6);
            assertThat(key.get("suggestedWays").asInt()).isEqualTo(8);
            assertThat(key.get("ways").asInt()).isEqualTo(1);
            JsonNode suffering = report.get("shards").get(0);
            assertThat(key.get("shard")).isEqualTo(suffering.get("shard"));
            assertThat(suffering.get("overEven").asDouble()).isGreaterThan(3);
            assertThat(run("hot-keys").out()).contains("'celebrity'");
            assertThat(send(producer, 100)).hasSize(1);

            assertThat(run("ring", "split", "--key", "celebrity").status()).isZero();
            assertThat(epoch()).isEqualTo(1);
            assertThat(run("ring", "split", "--key", "celebrity", "--ways", "9").status())
                    .isEqualTo(2);
            assertThat(run("ring", "split", "--key", "celebrity", "--ways", "3", "--execute")
                            .status())
                    .isZero();
            assertThat(epoch()).isEqualTo(2);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> send(producer, 2_000).size() == 3);

            CommandRun cold = run("ring", "split", "--key", "nobody", "--execute");
            assertThat(cold.status()).isEqualTo(1);
            assertThat(cold.err()).contains("--ways N");
            assertThat(run("ring", "plan-splits", "--execute").status()).isZero();
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> send(producer, 20_000).size() == 8);

            assertThat(run("ring", "unsplit", "--key-hex", "63656c6562726974", "--execute")
                            .status())
                    .isEqualTo(2);
            assertThat(run("ring", "unsplit", "--key", "celebrity", "--execute").status())
                    .isZero();
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> send(producer, 2_000).size() == 1);

            assertThat(run("ring", "split-mode", "adaptive", "--execute").status())
                    .isZero();
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> send(producer, 20_000).size() > 4);
            assertThat(run("ring", "split-mode", "off", "--execute").status()).isZero();
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> send(producer, 2_000).size() == 1);
            assertThat(run("ring", "split-mode", "sometimes", "--execute").status())
                    .isEqualTo(2);
        }
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> run("hot-keys", "--json").json().get("producers").asInt() == 0);
    }

    /** Produces until the key is reported. */
    private JsonNode awaitHotKey(KafkaProducer<String, String> producer) throws Exception {
        List<JsonNode> last = new ArrayList<>();
        Awaitility.await().atMost(PATIENCE).until(() -> {
            send(producer, 20_000);
            JsonNode report = run("hot-keys", "--json").json();
            last.add(report);
            return report.get("keys").size() > 0
                    && report.get("keys").get(0).get("key").asText().equals("celebrity");
        });
        return last.get(last.size() - 1);
    }

    /** Sends so many records of the hot key, and as many of others; returns the hot key's partitions. */
    private static Set<Integer> send(KafkaProducer<String, String> producer, int records) throws Exception {
        Set<Integer> partitions = new HashSet<>();
        var sent = new ArrayList<Future<RecordMetadata>>();
        for (int i = 0; i < records; i++) {
            sent.add(producer.send(new ProducerRecord<>(TOPIC, "celebrity", "1")));
            var unused = producer.send(new ProducerRecord<>(TOPIC, "user-" + i, "1"));
        }
        producer.flush();
        for (var record : sent) {
            partitions.add(record.get().partition());
        }
        return partitions;
    }

    private static KafkaProducer<String, String> producer() {
        Map<String, Object> config = new HashMap<>(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                broker.bootstrapServers(),
                ProducerConfig.PARTITIONER_CLASS_CONFIG,
                RingPartitioner.class.getName(),
                ProducerConfig.BATCH_SIZE_CONFIG,
                200,
                "slipring.ring",
                TOPIC,
                "slipring.hotkeys.report",
                true,
                "slipring.hotkeys.window.ms",
                500));
        return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    }

    private static int epoch() throws Exception {
        return run("ring", "describe", "--json").json().get("epoch").asInt();
    }

    private static CommandRun run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--bootstrap-server", broker.bootstrapServers()));
        return CommandRun.of(all.toArray(new String[0]));
    }
}
