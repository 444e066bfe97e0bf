/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.slipring.errors.ControlTopicException;
import io.slipring.partitioner.RingPartitioner;
import io.slipring.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringSerializer;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All roles on a broker with SASL_SSL, with just the rights that SECURITY.md names. */
class SecureClusterIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int ROWS = 2_000;

    @TempDir
    private Path folder;

    private SecureBroker broker;
    private List<AclBinding> documented;

    @BeforeEach
    void startBroker() throws Exception {
        documented = DocumentedRights.read();
        assertThat(documented).isNotEmpty();
        Set<String> users = documented.stream()
                .map(right -> right.entry().principal().substring("User:".length()))
                .collect(Collectors.toSet());
        assertThat(users).containsExactlyInAnyOrder("producer", "app", "admin", "operator");
        broker = SecureBroker.start(folder, users);
        broker.createTopic("flights", 2);
        broker.createTopic("delays", 2);
        broker.setRights(documented);
    }

    @AfterEach
    void stopBroker() {
        broker.close();
    }

    @Test
    void documentedRights_eachRole_doesItsWork() throws Exception {
        assertDone(createRing());
        try (JavaProcess app = JavaProcess.of(Main.class.getName())
                .args("run", "--config", appConfig().toString())
                .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .start()) {
            app.awaitOutput("READY", PATIENCE);
            assertDone(produce());
            produceThroughThePartitioner();
            assertDone(addShard());
            assertDone(as("operator", "status", "--wait", "--timeout-ms", "120000"));
            Awaitility.await("all input consumed").atMost(PATIENCE).untilAsserted(() -> {
                CommandRun status = as("operator", "status", "--json");
                assertDone(status);
                JsonNode delays =
                        status.json().get("rings").get(0).get("applications").get(0);
                assertThat(delays.get("group").asText()).isEqualTo("stable");
                assertThat(delays.get("sourceLag").asLong()).isZero();
                assertThat(delays.get("tasks")).hasSize(3);
            });
            CommandRun doctor = as("operator", "doctor", "--json");
            assertDone(doctor);
            assertThat(doctor.out()).doesNotContain("\"rights\"");
            CommandRun audit = as("operator", "audit", "--application-id", "delays", "--deep", "--json");
            assertDone(audit);
            assertThat(audit.out()).doesNotContain("key-1");
            app.terminate();
            assertThat(app.awaitExit(PATIENCE)).isEqualTo(143);
        }
    }

    @Test
    void rightMissing_eachRole_failsByName() throws Exception {
        SoftAssertions softly = new SoftAssertions();

        without("admin", AclOperation.CREATE, "__slipring");
        assertFails(softly, createRing(), "__slipring");
        without("admin", AclOperation.WRITE, "slipring-ring-flights");
        assertFails(softly, createRing(), "transactional id");
        broker.setRights(documented);
        assertDone(createRing());

        without("producer", AclOperation.READ, "__slipring");
        assertFails(softly, produce(), "__slipring");
        softly.check(() -> assertThatThrownBy(this::produceThroughThePartitioner)
                .hasRootCauseInstanceOf(org.apache.kafka.common.errors.TopicAuthorizationException.class)
                .hasStackTraceContaining(ControlTopicException.class.getName())
                .hasStackTraceContaining("topic __slipring"));
        without("producer", AclOperation.WRITE, "flights");
        assertFails(softly, produce(), "flights");

        for (String right : List.of(
                "READ __slipring",
                "WRITE __slipring",
                "READ flights",
                "WRITE delays",
                "WRITE delays-",
                "READ group delays")) {
            List<String> words = List.of(right.split(" "));
            String name = words.get(words.size() - 1);
            ResourceType type = words.size() == 2 ? ResourceType.TOPIC : ResourceType.fromString(words.get(1));
            without("app", AclOperation.fromString(words.get(0)), type, name);
            CommandRun run = CommandRun.of("run", "--config", appConfig().toString(), "--timeout-ms", "30000");
            assertFails(softly, run, name);
        }

        broker.setRights(documented);
        try (JavaProcess app = JavaProcess.of(Main.class.getName())
                .args("run", "--config", appConfig().toString())
                .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .start()) {
            app.awaitOutput("READY", PATIENCE);
            without("admin", AclOperation.ALTER, "flights");
            assertFails(softly, addShard(), "flights");
            without("admin", AclOperation.ALTER, "delays-");
            assertFails(softly, addShard(), "delays-");
            without("operator", AclOperation.READ, "__slipring");
            assertFails(softly, as("operator", "status"), "__slipring");
            assertFails(softly, as("operator", "audit", "--application-id", "delays"), "__slipring");
            without("operator", AclOperation.DESCRIBE, "delays");
            CommandRun status = as("operator", "status");
            softly.assertThat(status.status()).isZero();
            softly.assertThat(status.out() + status.err()).contains("not allowed to read the offsets of group delays");
            CommandRun doctor = as("operator", "doctor");
            softly.assertThat(doctor.out()).contains("rights");
        }
        softly.assertAll();
    }

    private void without(String user, AclOperation operation, String name) throws Exception {
        List<AclBinding> left = new ArrayList<>(documented);
        assertThat(left.removeIf(right ->
                        is(right, user, operation) && right.pattern().name().equals(name)))
                .isTrue();
        broker.setRights(left);
    }

    private void without(String user, AclOperation operation, ResourceType type, String name) throws Exception {
        List<AclBinding> left = new ArrayList<>(documented);
        assertThat(left.removeIf(right -> is(right, user, operation)
                        && right.pattern().resourceType() == type
                        && right.pattern().name().equals(name)))
                .isTrue();
        broker.setRights(left);
    }

    private static boolean is(AclBinding right, String user, AclOperation operation) {
        return right.entry().principal().equals("User:" + user) && right.entry().operation() == operation;
    }

    private static void assertDone(CommandRun run) {
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
    }

    /** One line that names what it is about, and no secret. */
    private static void assertFails(SoftAssertions softly, CommandRun run, String name) {
        softly.assertThat(run.status()).as(run.toString()).isEqualTo(1);
        softly.assertThat(run.err().lines()).as(run.toString()).hasSize(1);
        softly.assertThat(run.err())
                .contains(name)
                .containsIgnoringCase("author")
                .doesNotContain("secret-of");
    }

    private CommandRun createRing() throws IOException {
        return as("admin", "ring", "create", "--topic", "flights", "--ring", "flights");
    }

    private CommandRun addShard() throws IOException {
        return as("admin", "ring", "add-shard", "--execute");
    }

    private CommandRun produce() throws IOException {
        StringBuilder csv = new StringBuilder("k,delay\n");
        for (int row = 0; row < ROWS; row++) {
            csv.append("key-").append(row % 500).append(',').append(row).append('\n');
        }
        Path file = Files.writeString(folder.resolve("in.csv"), csv.toString());
        return as("producer", "produce", file.toString(), "--topic", "flights", "--key", "k", "--ring", "flights");
    }

    /** As a producer of one's own does: its security settings serve for the ring, too. */
    private void produceThroughThePartitioner() throws Exception {
        Map<String, Object> settings = new HashMap<>(broker.client("producer"));
        settings.put("partitioner.class", RingPartitioner.class.getName());
        settings.put("slipring.ring", "flights");
        settings.put("slipring.ring.timeout.ms", "15000");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("flights", "key-0", "{\"delay\": 1}"))
                    .get(30, TimeUnit.SECONDS);
        }
    }

    private CommandRun as(String user, String... words) throws IOException {
        return CommandRun.of(Stream.concat(
                        Stream.of(words),
                        Stream.of(
                                "--command-config",
                                file(user, broker.client(user)).toString()))
                .toArray(String[]::new));
    }

    private Path appConfig() throws IOException {
        Map<String, String> settings = broker.client("app");
        settings.put("application.id", "delays");
        settings.put("state.dir", folder.resolve("state").toString());
        settings.put("slipring.ring", "flights");
        settings.put("slipring.ring.timeout.ms", "15000");
        settings.put("slipring.input.topic", "flights");
        settings.put("slipring.input.value.field", "delay");
        settings.put("slipring.aggregate", "stats");
        settings.put("slipring.output.topic", "delays");
        settings.put("metadata.max.age.ms", "500");
        return file("run", settings);
    }

    private Path file(String name, Map<String, String> settings) throws IOException {
        return Files.write(
                folder.resolve(name + ".properties"),
                settings.entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .toList());
    }
}
