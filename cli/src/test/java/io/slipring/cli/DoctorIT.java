/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.schemas.AppRegistration;
import io.slipring.testkit.ClosedTopics;
import io.slipring.testkit.EmbeddedBroker;
import io.slipring.testkit.JavaProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static EmbeddedBroker broker;

    @TempDir
    private Path folder;

    private String name;
    private String control;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBroker.builder()
                .property("authorizer.class.name", ClosedTopics.class.getName())
                .start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void nameThings() {
        name = "doctor-" + System.nanoTime();
        control = "control-" + name;
    }

    @Test
    void doctor_healthyThenMistakenCluster_namesEachMistake() throws Exception {
        broker.createTopic(name, 2, Map.of());
        broker.createTopic(name + "-out", 2, Map.of());
        assertThat(command("ring", "create", "--topic", name, "--ring", name).status())
                .isZero();
        Path input = rows();
        Path config = Files.writeString(folder.resolve("app.properties"), """
                application.id=%1$s
                bootstrap.servers=%2$s
                state.dir=%3$s
                slipring.ring=%1$s
                slipring.ring.topic=%4$s
                slipring.input.topic=%1$s
                slipring.value.field=n
                slipring.aggregate=stats
                slipring.output.topic=%1$s-out
                """.formatted(
                        name, broker.bootstrapServers(), folder.resolve("state"), control));
        try (JavaProcess app = JavaProcess.of(Main.class.getName())
                .args("run", "--config", config.toString())
                .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .start()) {
            app.awaitOutput("READY", PATIENCE);
            assertThat(produce(input).status()).isZero();
            awaitConsumed(2_000);

            CommandRun healthy = command("doctor", "--config", config.toString());
            assertThat(healthy.out())
                    .isEqualTo("0 errors, 0 warnings, 0 notes; looked at 1 rings, 1 applications, 5 topics"
                            + System.lineSeparator());
            assertThat(healthy.err()).isEmpty();
            assertThat(healthy.status()).isZero();

            assertThat(produce(input, "--partitioner", "default").status()).isZero();
            awaitConsumed(4_000);
            assertThat(checks(command("doctor", "--json"))).containsExactly("warning foreign-producers topic " + name);
            app.terminate();
            assertThat(app.awaitExit(PATIENCE)).isEqualTo(143);
        }

        assertThat(command("ring", "create", "--topic", name, "--ring", name + "-2")
                        .status())
                .isZero();
        register(name + "-gone");
        garble("ring/" + name + "/2");
        set(name + "-transfer", "retention.ms", "86400000");
        set(control, "cleanup.policy", "delete");
        broker.admin()
                .createPartitions(Map.of(name, NewPartitions.increaseTo(3)))
                .all()
                .get(30, TimeUnit.SECONDS);
        Files.writeString(config, Files.readString(config) + "auto.offset.reset=latest\n");

        CommandRun sick = command("doctor", "--ring", name, "--config", config.toString(), "--json");
        assertThat(sick.status()).isEqualTo(1);
        assertThat(sick.err()).isEmpty();
        assertThat(checks(sick))
                .contains(
                        "error ring-topic-policy topic " + control,
                        "error unreadable topic " + control,
                        "error topic-in-two-rings topic " + name,
                        "error topic-missing topic " + name + "-gone-transfer",
                        "error counts-differ application " + name,
                        "error transfer-settings topic " + name + "-transfer",
                        "error dead-registration application " + name + "-gone",
                        "error setting-offset-reset file " + config);
        assertThat(sick.json().get("errors").asInt()).isEqualTo((int)
                checks(sick).stream().filter(line -> line.startsWith("error ")).count());
        CommandRun text = command("doctor", "--ring", name);
        assertThat(text.status()).isEqualTo(1);
        assertThat(text.out())
                .contains("ERROR    transfer-settings  topic " + name + "-transfer")
                .contains("fix: kafka-configs.sh --bootstrap-server " + broker.bootstrapServers()
                        + " --alter --entity-type topics --entity-name " + name
                        + "-transfer --add-config retention.ms=-1");
    }

    @Test
    void doctor_noRingTopic_saysSo() throws Exception {
        CommandRun run = command("doctor", "--json");

        assertThat(run.status()).isEqualTo(1);
        assertThat(checks(run)).containsExactly("error ring-topic-missing topic " + control);
    }

    @Test
    void doctor_ringTopicOrSettingsClosed_tellsWhatWasNotChecked() throws Exception {
        control = "unreadable-" + name;
        broker.createTopic(control, 1, Map.of("cleanup.policy", "compact"));
        garble("whatever");
        CommandRun unreadable = command("doctor", "--json");
        assertThat(unreadable.err()).isEmpty();
        assertThat(checks(unreadable)).containsExactly("warning rights topic " + control);

        control = "discreet-" + name;
        broker.createTopic(control, 1, Map.of("cleanup.policy", "compact"));
        CommandRun discreet = command("doctor", "--json");
        assertThat(discreet.status()).isZero();
        assertThat(checks(discreet)).containsExactly("warning rights the settings of topic " + control);
    }

    @Test
    void doctor_ringMistyped_exitsOneAndNamesThoseThatThereAre() {
        broker.createTopic(name, 2, Map.of());
        assertThat(command("ring", "create", "--topic", name, "--ring", name).status())
                .isZero();

        CommandRun run = command("doctor", "--ring", "q");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains("Ring q does not exist; there are [" + name + "]");
    }

    private void awaitConsumed(int records) {
        Awaitility.await(records + " records consumed, committed and reported")
                .atMost(PATIENCE)
                .untilAsserted(() -> {
                    JsonNode app = command("status", "--json")
                            .json()
                            .get("rings")
                            .get(0)
                            .get("applications")
                            .get(0);
                    assertThat(app.get("sourceLag").asLong()).isZero();
                    long reported = 0;
                    for (JsonNode task : app.get("tasks")) {
                        reported += task.get("report").path("recordsConsumed").asLong();
                    }
                    assertThat(reported).isEqualTo(records);
                });
    }

    private void register(String id) {
        try (ControlPlane plane = ControlPlane.of(
                new ControlTopicConfig(control, PATIENCE, Map.of("bootstrap.servers", broker.bootstrapServers())))) {
            plane.register(AppRegistration.newBuilder()
                    .setFormatVersion(ControlPlane.FORMAT_VERSION)
                    .setRing(name)
                    .setApplicationId(id)
                    .setSourceTopics(List.of(name))
                    .setTransferTopic(id + "-transfer")
                    .setChangelogTopics(List.of(id + "-changelog"))
                    .setRegisteredAtMs(System.currentTimeMillis() - 3_600_000)
                    .setHandoffBytesPerSecond(0)
                    .build());
        }
    }

    private void garble(String key) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(control, 0, key.getBytes(StandardCharsets.UTF_8), new byte[] {1, 2}))
                    .get(30, TimeUnit.SECONDS);
        }
    }

    private static void set(String topic, String setting, String value) throws Exception {
        broker.admin()
                .incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic),
                        List.of(new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET))))
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    private Path rows() throws Exception {
        StringBuilder csv = new StringBuilder("k,n\n");
        for (int row = 0; row < 2_000; row++) {
            csv.append("key-").append(row % 500).append(',').append(row).append('\n');
        }
        return Files.writeString(folder.resolve("in.csv"), csv.toString());
    }

    private CommandRun produce(Path input, String... more) {
        return command(
                Stream.concat(Stream.of("produce", input.toString(), "--topic", name, "--key", "k"), Stream.of(more))
                        .toArray(String[]::new));
    }

    private CommandRun command(String... arguments) {
        return CommandRun.of(Stream.concat(
                        Stream.of(arguments),
                        Stream.of("--bootstrap-server", broker.bootstrapServers(), "--ring-topic", control))
                .toArray(String[]::new));
    }

    private static List<String> checks(CommandRun run) throws Exception {
        List<String> checks = new ArrayList<>();
        for (JsonNode finding : run.json().get("findings")) {
            checks.add(finding.get("severity").asText() + " "
                    + finding.get("check").asText() + " " + finding.get("where").asText());
        }
        return checks;
    }
}
