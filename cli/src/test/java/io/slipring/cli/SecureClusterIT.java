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
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringSerializer;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All roles on a broker with SASL_SSL, with just the rights that SECURITY.md names. */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // a command that has its rights after all does not end
class SecureClusterIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int ROWS = 2_000;

    @TempDir
    private Path folder;

    private SecureBroker broker;
    private List<AclBinding> documented;
    private final SoftAssertions softly = new SoftAssertions();

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
        softly.assertAll();
    }

    @Test
    void documentedRights_eachRole_doesItsWork() throws Exception {
        assertDone(createRing());
        try (JavaProcess app = startApp()) {
            app.awaitOutput("READY", PATIENCE);
            assertDone(produce());
            produceThroughThePartitioner();
            assertDone(addShard());
            assertDone(as("operator", "status", "--wait", "--timeout-ms", "120000"));
            awaitAllConsumed(3);
            CommandRun doctor = as("operator", "doctor", "--json");
            assertDone(doctor);
            assertThat(doctor.out()).doesNotContain("\"rights\"");
            CommandRun audit = as("operator", "audit", "--application-id", "delays", "--deep", "--json");
            assertDone(audit);
            assertThat(audit.out()).doesNotContain("key-1");
            CommandRun erase = erase();
            assertDone(erase);
            assertThat(erase.out()).contains("Erased: there were").doesNotContain("key-1");
            app.terminate();
            assertThat(app.awaitExit(PATIENCE)).isEqualTo(143);
        }
    }

    @Test
    void adminsOrProducersRightMissing_isNamed() throws Exception {
        without("admin", AclOperation.CREATE, ResourceType.TOPIC, "__slipring");
        assertFails(createRing(), "CREATE on topic __slipring");
        without("admin", AclOperation.WRITE, ResourceType.TRANSACTIONAL_ID, "slipring-ring-flights");
        assertFails(createRing(), "WRITE on transactional id slipring-ring-flights");
        without("admin", AclOperation.WRITE, ResourceType.TOPIC, "__slipring");
        assertFails(createRing(), "Not authorized to access topics: [__slipring]");
        broker.setRights(documented);
        assertFails(
                as("admin", "ring", "create", "--topic", "other", "--ring", "o", "--shards", "2", "--create-topics"),
                "the creation of topic other");
        assertDone(createRing());

        without("producer", AclOperation.READ, ResourceType.TOPIC, "__slipring");
        assertFails(produce(), "READ on topic __slipring");
        softly.check(() -> assertThatThrownBy(this::produceThroughThePartitioner)
                .hasRootCauseInstanceOf(TopicAuthorizationException.class)
                .hasStackTraceContaining(ControlTopicException.class.getName())
                .hasStackTraceContaining("READ on topic __slipring"));
        without("producer", AclOperation.WRITE, ResourceType.TOPIC, "flights");
        assertFails(produce(), "topic flights");
    }

    @Test
    void applicationsRightMissing_isNamed() throws Exception {
        assertDone(createRing());

        without("app", AclOperation.READ, ResourceType.TOPIC, "__slipring");
        assertFails(runInVain(), "READ on topic __slipring");
        without("app", AclOperation.CREATE, ResourceType.TOPIC, "delays-");
        assertFails(runInVain(), "CREATE on topic delays-transfer");
        without("app", AclOperation.WRITE, ResourceType.TOPIC, "__slipring");
        assertFails(runInVain(), "WRITE on topic __slipring");
        without("app", AclOperation.WRITE, ResourceType.TRANSACTIONAL_ID, "delays-");
        assertFails(runInVain(), "WRITE on transactional ids that begin with delays-");
        without("app", AclOperation.READ, ResourceType.GROUP, "delays");
        assertFails(runInVain(), "READ on group delays");
        without("app", AclOperation.READ, ResourceType.TOPIC, "flights");
        assertFails(runInVain(), "READ on topic flights");
        without("app", AclOperation.WRITE, ResourceType.TOPIC, "delays");
        assertFails(runInVain(), "WRITE on topic delays");
        without("app", AclOperation.WRITE, ResourceType.TOPIC, "delays-");
        assertFails(runInVain(), "WRITE on topic delays-transfer");
        without("app", AclOperation.DESCRIBE_CONFIGS, ResourceType.TOPIC, "delays-");
        assertFails(runInVain(), "DESCRIBE_CONFIGS on topic delays-transfer");
    }

    @Test
    void applicationMayNotReadItsChangelog_isNamedAtEveryStart() throws Exception {
        assertDone(createRing());
        refuse("app", AclOperation.READ, "delays-aggregate-home-changelog");

        // Kafka Streams creates it, and runs as long as there is nothing to restore.
        assertFails(runInVain(), "READ on topic delays-aggregate-home-changelog");
        assertFails(runInVain(), "READ on topic delays-aggregate-home-changelog");
    }

    @Test
    void rightMissingOnARunningApplication_isNamed() throws Exception {
        assertDone(createRing());
        try (JavaProcess app = startApp()) {
            app.awaitOutput("READY", PATIENCE);
            assertDone(produce());
            awaitAllConsumed(2);

            without("admin", AclOperation.ALTER, ResourceType.TOPIC, "flights");
            assertFails(addShard(), "ALTER on topic flights");
            without("admin", AclOperation.ALTER, ResourceType.TOPIC, "delays-");
            assertFails(addShard(), "ALTER on topic delays-");

            without("operator", AclOperation.READ, ResourceType.TOPIC, "__slipring");
            assertFails(as("operator", "status"), "READ on topic __slipring");
            assertFails(audit(), "READ on topic __slipring");
            without("operator", AclOperation.READ, ResourceType.TOPIC, "delays-");
            assertFails(audit(), "READ on topic delays-aggregate-home-changelog");
            refuse("operator", AclOperation.READ, "delays-aggregate-home-changelog");
            assertFails(audit(), "[delays-aggregate-home-changelog]; this client needs READ");
            without("operator", AclOperation.WRITE, ResourceType.TOPIC, "__slipring");
            assertFails(erase(), "WRITE on topic __slipring");
            without("operator", AclOperation.WRITE, ResourceType.TOPIC, "delays-transfer");
            assertFails(erase(), "WRITE on topic delays-transfer");
            refuse("operator", AclOperation.READ, "flights");
            assertFails(as("operator", "simulate", "--keys", "topic:flights"), "[flights]; this client needs READ");
            without("operator", AclOperation.DESCRIBE, ResourceType.GROUP, "delays");
            assertFails(as("operator", "audit", "--application-id", "delays", "--deep"), "DESCRIBE on group delays");
            CommandRun status = as("operator", "status");
            softly.assertThat(status.status()).isZero();
            softly.assertThat(status.out() + status.err()).contains("not allowed to read the offsets of group delays");
            CommandRun doctor = as("operator", "doctor");
            softly.assertThat(doctor.out()).contains("rights");
        }
    }

    /** Takes this right away from those that are documented. */
    private void without(String user, AclOperation operation, ResourceType type, String name) throws Exception {
        List<AclBinding> left = new ArrayList<>(documented);
        assertThat(left.removeIf(right -> right.entry().principal().equals("User:" + user)
                        && right.entry().operation() == operation
                        && right.pattern().resourceType() == type
                        && right.pattern().name().equals(name)))
                .isTrue();
        broker.setRights(left);
    }

    /** Takes this right away where it is documented for a prefix, and leaves others that imply DESCRIBE. */
    private void refuse(String user, AclOperation operation, String topic) throws Exception {
        List<AclBinding> rights = new ArrayList<>(documented);
        rights.add(new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.DENY)));
        broker.setRights(rights);
    }

    private JavaProcess startApp() throws IOException {
        return JavaProcess.of(Main.class.getName())
                .args("run", "--config", appConfig().toString())
                .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .start();
    }

    private void awaitAllConsumed(int tasks) {
        Awaitility.await("all input consumed").atMost(PATIENCE).untilAsserted(() -> {
            CommandRun status = as("operator", "status", "--json");
            assertDone(status);
            JsonNode delays =
                    status.json().get("rings").get(0).get("applications").get(0);
            assertThat(delays.get("group").asText()).isEqualTo("stable");
            assertThat(delays.get("sourceLag").asLong()).isZero();
            assertThat(delays.get("tasks")).hasSize(tasks);
        });
    }

    private CommandRun runInVain() throws IOException {
        return CommandRun.of("run", "--config", appConfig().toString(), "--timeout-ms", "20000");
    }

    private CommandRun audit() throws IOException {
        return as("operator", "audit", "--application-id", "delays");
    }

    private CommandRun erase() throws IOException {
        return as("operator", "erase", "--application-id", "delays", "--key", "key-1", "--execute");
    }

    private static void assertDone(CommandRun run) {
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
    }

    /** One line that names what it is about, and no secret. */
    private void assertFails(CommandRun run, String name) {
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
        settings.put("slipring.value.field", "delay");
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
