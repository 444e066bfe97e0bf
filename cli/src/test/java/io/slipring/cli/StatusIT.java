/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.slipring.testkit.Broker;
import io.slipring.testkit.JavaProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static Broker broker;

    @TempDir
    private Path folder;

    private String name;
    private String control;

    @BeforeAll
    static void startBroker() {
        broker = Broker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void nameThings() {
        name = "status-" + System.nanoTime();
        control = "control-" + name;
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "streams"})
    void status_grownAndStopped_tellsWhereEveryTaskIs(String protocol) throws Exception {
        createRing();
        Path input = rows(2_000);
        try (JavaProcess watch = watch();
                JavaProcess app = run(protocol)) {
            app.awaitOutput("READY", PATIENCE);
            String url = "http://127.0.0.1:"
                    + app.awaitOutput("Serving health and metrics .*port=(\\d+)", PATIENCE)
                            .group(1);
            assertThat(get(url + "/health/ready")).isEqualTo("RUNNING\n");
            assertThat(command("produce", input.toString(), "--topic", name, "--key", "k")
                            .status())
                    .isZero();
            assertThat(ring("add-shard", "--count", "1", "--execute").status()).isZero();

            CommandRun waited = command("status", "--wait", "--timeout-ms", "120000", "--json");
            assertThat(waited.err()).isEmpty();
            assertThat(waited.status()).isZero();
            assertThat(waited.json().get("settled").asBoolean()).isTrue();
            Awaitility.await("all input consumed").atMost(PATIENCE).untilAsserted(() -> {
                JsonNode done = app(command("status", "--json").json());
                assertThat(done.get("group").asText()).isEqualTo("stable");
                assertThat(done.get("sourceLag").asLong()).isZero();
                assertThat(done.get("tasks")).hasSize(3).allSatisfy(task -> {
                    assertThat(task.get("epoch").asInt()).isEqualTo(2);
                    assertThat(task.get("settled").asBoolean()).isTrue();
                });
            });
            Awaitility.await("metrics of all tasks")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(get(url + "/metrics").lines())
                            .filteredOn(line -> line.startsWith("kafka_slipring_task_ring_epoch{"))
                            .hasSize(3)
                            .allSatisfy(line -> assertThat(line).endsWith("} 2.0")));
            String metrics = get(url + "/metrics");
            assertThat(DeploymentTest.metricsOfTheDashboard())
                    .isNotEmpty()
                    .allSatisfy(metric -> assertThat(metrics).containsPattern("(?m)^" + metric + "[ {]"));
            watch.awaitOutput("application " + name + "  group stable  settled  tasks 3 of 3", PATIENCE);
            app.terminate();
            assertThat(app.awaitExit(PATIENCE)).isEqualTo(143);
            watch.terminate();
            assertThat(watch.awaitExit(PATIENCE)).isEqualTo(143);
        }

        assertThat(command("produce", input.toString(), "--topic", name, "--key", "k")
                        .status())
                .isZero();
        assertThat(ring("add-shard", "--count", "1", "--execute").status()).isZero();
        CommandRun late = command("status", "--wait", "--timeout-ms", "2000", "--application-id", name);
        assertThat(late.status()).isEqualTo(1);
        assertThat(late.err().lines()).hasSize(1);
        assertThat(late.err())
                .startsWith(
                        "slipring status: waited 2000 ms; application " + name + " is not at epoch 3 of ring " + name
                                + ": partition 0 at epoch 2; partition 1 at epoch 2; partition 2 at epoch 2; "
                                + "partition 3 never reported");
        JsonNode stopped = app(command("status", "--json").json());
        assertThat(stopped.get("sourceLag").asLong()).isEqualTo(2_000);
        assertThat(stopped.get("tasks").get(0).get("vnodesToShip").asInt()).isPositive();
        assertThat(stopped.get("tasks").get(0).get("bytesToShip").asLong()).isPositive();
        assertThat(stopped.get("tasks").get(3).get("vnodesAwaited").asInt()).isEqualTo(16_384);
        CommandRun text = command("status");
        assertThat(text.status()).isZero();
        assertThat(text.out()).contains("NEVER REPORTED").contains("  eta unknown");
    }

    @Test
    void status_namesMistyped_exitsOneAndNamesThoseThatThereAre() throws Exception {
        createRing();

        CommandRun noApp = command("status", "--application-id", "total");
        assertThat(noApp.status()).isEqualTo(1);
        assertThat(noApp.err())
                .isEqualTo("slipring status: no application total is bound to any ring; there are none"
                        + System.lineSeparator());
        CommandRun noRing = command("status", "--ring", "q", "--watch");
        assertThat(noRing.status()).isEqualTo(1);
        assertThat(noRing.err()).contains("Ring q does not exist; there are [" + name + "]");
    }

    private void createRing() {
        broker.createTopic(name, 2, Map.of());
        broker.createTopic(name + "-out", 2, Map.of());
        broker.createTopic(name + "-dead", 1, Map.of());
        assertThat(ring("create", "--topic", name, "--ring", name).status()).isZero();
    }

    private Path rows(int count) throws Exception {
        StringBuilder csv = new StringBuilder("k,n\n");
        for (int row = 0; row < count; row++) {
            csv.append("key-").append(row % 500).append(',').append(row).append('\n');
        }
        return Files.writeString(folder.resolve("in.csv"), csv.toString());
    }

    private static String get(String url) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static JsonNode app(JsonNode status) {
        return status.get("rings").get(0).get("applications").get(0);
    }

    private JavaProcess run(String protocol) throws Exception {
        Path config = Files.writeString(folder.resolve("app.properties"), """
                application.id=%1$s
                bootstrap.servers=%2$s
                state.dir=%3$s
                group.protocol=%5$s
                slipring.ring=%1$s
                slipring.ring.topic=%4$s
                slipring.input.topic=%1$s
                slipring.value.field=n
                slipring.aggregate=stats
                slipring.output.topic=%1$s-out
                metadata.max.age.ms=500
                slipring.dead.letter.topic=%1$s-dead
                slipring.http.listen=127.0.0.1:0
                """.formatted(
                        name, broker.bootstrapServers(), folder.resolve("state"), control, protocol));
        return process("run", "--config", config.toString());
    }

    private JavaProcess watch() {
        return process(
                "status",
                "--watch",
                "--interval-ms",
                "200",
                "--bootstrap-server",
                broker.bootstrapServers(),
                "--ring-topic",
                control);
    }

    private static JavaProcess process(String... args) {
        return JavaProcess.of(Main.class.getName())
                .args(args)
                .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .start();
    }

    private CommandRun ring(String command, String... more) {
        return command(
                "ring", Stream.concat(Stream.of(command), Stream.of(more)).toArray(String[]::new));
    }

    private CommandRun command(String first, String... more) {
        return CommandRun.of(Stream.concat(
                        Stream.concat(Stream.of(first), Stream.of(more)),
                        Stream.of("--bootstrap-server", broker.bootstrapServers(), "--ring-topic", control))
                .toArray(String[]::new));
    }
}
