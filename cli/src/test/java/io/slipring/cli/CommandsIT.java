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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

class CommandsIT {
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
    void nameThings(TestInfo test) {
        name = test.getTestMethod().orElseThrow().getName().split("_")[0] + "-" + System.nanoTime();
        control = "control-" + name;
    }

    @Test
    void ring_createDescribeRouteAdd_publishesEpochsAndGrowsTopics() throws Exception {
        broker.createTopic(name, 4, Map.of());

        CommandRun dry = ring("create", "--topic", name, "--ring", name, "--dry-run");
        assertThat(dry.status()).isZero();
        assertThat(ring("describe", "--ring", name).status()).isEqualTo(1);

        JsonNode created = ring("create", "--topic", name, "--ring", name, "--comment", "first", "--json")
                .json();
        assertThat(created.get("epoch").asInt()).isEqualTo(1);
        assertThat(created.get("shards")).hasSize(4);

        CommandRun again = ring("create", "--topic", name, "--ring", name);
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.err().lines()).hasSize(1);
        assertThat(again.err()).contains("epoch 1");

        JsonNode described = ring("describe", "--json").json();
        assertThat(described.get("ring").asText()).isEqualTo(name);
        assertThat(described.get("fingerprint")).isEqualTo(created.get("fingerprint"));
        assertThat(described.get("topics").get(0).asText()).isEqualTo(name);

        JsonNode route = ring("route", "--key", "MCI|MDW", "--json").json();
        assertThat(route.get("vnode").asInt()).isBetween(0, 65_535);
        assertThat(route.get("partition").asInt()).isBetween(0, 3);

        JsonNode plan = ring("add-shard", "--count", "2", "--json").json();
        assertThat(plan.get("executed").asBoolean()).isFalse();
        assertThat(plan.get("vnodesMovedFraction").asDouble()).isBetween(0.333, 0.334);
        assertThat(partitions(name)).isEqualTo(4);

        JsonNode added =
                ring("add-shard", "--count", "2", "--execute", "--json").json();
        assertThat(added.get("executed").asBoolean()).isTrue();
        assertThat(partitions(name)).isEqualTo(6);
        for (JsonNode move : added.get("moves")) {
            assertThat(move.get("fromPartition").asInt()).isLessThan(4);
            assertThat(move.get("toPartition").asInt()).isBetween(4, 5);
        }
        assertThat(ring("describe", "--json").json().get("epoch").asInt()).isEqualTo(2);
        assertThat(ring("describe", "--epoch", "1", "--json").json().get("fingerprint"))
                .isEqualTo(created.get("fingerprint"));
        Path export = folder.resolve("ring.bin");
        assertThat(ring("describe", "--export", export.toString()).status()).isZero();
        assertThat(export).isNotEmptyFile();
    }

    @Test
    void ring_topicMissingOrOfAnotherSize_changesNothing() {
        CommandRun missing = ring("create", "--topic", name, "--shards", "3");
        assertThat(missing.status()).isEqualTo(1);
        assertThat(missing.err()).contains("no such topic: " + name);

        broker.createTopic(name, 4, Map.of());
        CommandRun small = ring("create", "--topic", name, "--shards", "5");
        assertThat(small.status()).isEqualTo(1);
        assertThat(small.err()).contains("topic " + name + " has 4 partitions");
        assertThat(ring("describe").status()).isEqualTo(1);

        CommandRun created = ring("create", "--topic", "new-" + name, "--shards", "3", "--create-topics");
        assertThat(created.status()).isZero();
        assertThat(partitions("new-" + name)).isEqualTo(3);
    }

    @Test
    void produce_csvFile_sendsEachRowToItsShardAndCountsBadLines() throws Exception {
        broker.createTopic(name, 4, Map.of());
        assertThat(ring("create", "--topic", name).status()).isZero();
        Path file = Files.writeString(
                folder.resolve("flights.csv"),
                "delay,origin,destination\n" + "14,MCI,MDW\n" + "-11,LAX\n" + "5,ONT,SMF\n" + "7,MCI,MDW\n");

        CommandRun strict = produce(file.toString(), "--key", "origin,destination");
        assertThat(strict.status()).isEqualTo(1);
        assertThat(strict.err()).startsWith("slipring produce: line 3: 2 columns, the header names 3");

        JsonNode sent = produce(file.toString(), "--key", "origin,destination", "--skip-bad", "--json")
                .json();
        assertThat(sent.get("records").asInt()).isEqualTo(3);
        assertThat(sent.get("skipped").asInt()).isEqualTo(1);

        int shard = ring("route", "--key", "MCI|MDW", "--json")
                .json()
                .get("partition")
                .asInt();
        List<ConsumerRecord<String, String>> records = read(name, 4);
        assertThat(records)
                .filteredOn(record -> record.key().equals("MCI|MDW"))
                .hasSize(3) // one of the strict run, which stopped behind it
                .allMatch(record -> record.partition() == shard)
                .last()
                .extracting(ConsumerRecord::value)
                .isEqualTo("{\"delay\":\"7\",\"origin\":\"MCI\",\"destination\":\"MDW\"}");
    }

    @Test
    void produce_topicOrColumnMissing_sendsNothing() throws Exception {
        Path file = Files.writeString(folder.resolve("a.csv"), "a\n1\n");
        CommandRun noTopic = produce(file.toString());
        assertThat(noTopic.status()).isEqualTo(1);
        assertThat(noTopic.err()).contains("no such topic: " + name);

        broker.createTopic(name, 1, Map.of());
        assertThat(ring("create", "--topic", "other-" + name, "--shards", "1", "--create-topics")
                        .status())
                .isZero();
        CommandRun noRing = produce(file.toString());
        assertThat(noRing.status()).isEqualTo(1);
        assertThat(noRing.err()).contains("no ring routes topic " + name);

        CommandRun noColumn = produce(file.toString(), "--key", "b", "--partitioner", "default");
        assertThat(noColumn.status()).isEqualTo(1);
        assertThat(noColumn.err()).contains("line 1: no column 'b'; there are a");
        assertThat(read(name, 1)).isEmpty();
    }

    @Test
    void run_grownWhileItRuns_keepsTotalsExactAndStopsOnSigterm() throws Exception {
        broker.createTopic(name, 2, Map.of());
        broker.createTopic(name + "-out", 2, Map.of());
        broker.createTopic(name + "-dead", 1, Map.of());
        assertThat(ring("create", "--topic", name, "--ring", name).status()).isZero();
        Path input = Files.writeString(folder.resolve("in.csv"), csv(IntStream.range(0, 3_000), 100));
        Path bad = Files.writeString(folder.resolve("bad.csv"), "k,n\nkey-1,many\n");
        Path config = config("slipring.dead.letter.topic=" + name + "-dead");
        Path ready = folder.resolve("ready");

        try (JavaProcess app = run(config, "--ready-file", ready.toString())) {
            app.awaitOutput("READY application.id=" + name, PATIENCE);
            assertThat(ready).exists();
            assertThat(produce(input.toString(), "--key", "k").status()).isZero();
            assertThat(ring("add-shard", "--count", "1", "--execute").status()).isZero();
            assertThat(partitions(name + "-transfer")).isEqualTo(3);
            assertThat(produce(bad.toString(), "--key", "k").status()).isZero();
            assertThat(produce(input.toString(), "--key", "k").status()).isZero();

            Awaitility.await().atMost(PATIENCE).until(() -> totals(2).equals(expected(100, 60)));
            checkAudit();
            checkErase();
            app.terminate();
            assertThat(app.awaitExit(PATIENCE)).isEqualTo(143);
        }
        assertThat(read(name + "-dead", 1))
                .singleElement()
                .satisfies(record -> assertThat(record.value()).isEqualTo("{\"k\":\"key-1\",\"n\":\"many\"}"));
    }

    /** Audits the application while it runs: 6,000 records are in, one more is a dead letter. */
    private void checkAudit() throws Exception {
        JsonNode audit = command(
                        "audit", "--json", "--application-id", name, "--deep", "--dead-letter-topic", name + "-dead")
                .json();
        assertThat(audit.get("verdict").asText()).as(audit.toString()).isEqualTo("exact");
        assertThat(audit.get("consumed").asInt()).isEqualTo(6_000);
        assertThat(audit.get("home").asInt() + audit.get("inFlight").asInt()).isEqualTo(6_000);
        assertThat(audit.get("partitions")).hasSize(3);
        assertThat(audit.get("recount").get("differingKeys").asInt()).isZero();

        CommandRun text = command("audit", "--app=" + name);
        assertThat(text.status()).isZero();
        assertThat(text.out()).contains("exact: 6,000 records consumed = ");
        assertThat(text.err()).isEmpty();

        CommandRun deadLetterMissing = command("audit", "--deep", "--application-id", name);
        assertThat(deadLetterMissing.status()).isEqualTo(1);
        assertThat(deadLetterMissing.err()).contains("1 records lost", "name it with --dead-letter-topic");

        CommandRun mistyped = command("audit", "--application-id=x" + name);
        assertThat(mistyped.status()).isEqualTo(1);
        assertThat(mistyped.err()).contains("application x" + name + " is not registered", name + " (ring " + name);
    }

    /** Erases a key while the application runs; its output says so, and an audit takes note. */
    private void checkErase() throws Exception {
        String key = totals(2).keySet().iterator().next();
        CommandRun dryRun = command("erase", "--app=" + name, "--key", key);
        assertThat(dryRun.status()).as(dryRun.err()).isZero();
        assertThat(dryRun.out()).contains("Dry run: there are 60 records in 1 entries");

        JsonNode erased = command("erase", "--app=" + name, "--key", key, "--execute", "--json")
                .json();
        assertThat(erased.get("outcome").asText()).as(erased.toString()).isEqualTo("gone");
        assertThat(erased.get("records").asInt()).isEqualTo(60);
        assertThat(erased.get("unpurged")).isEmpty();
        Awaitility.await("the key's tombstone")
                .atMost(PATIENCE)
                .until(() -> read(name + "-out", 2).stream()
                        .anyMatch(record -> record.key().equals(key) && record.value() == null));

        CommandRun list = command("erase", "--app=" + name, "--list");
        assertThat(list.status()).isZero();
        assertThat(list.out())
                .contains(erased.get("token").asText())
                .doesNotContain(key)
                .doesNotContain("not proven");
        CommandRun audit = command("audit", "--app=" + name, "--deep", "--dead-letter-topic", name + "-dead");
        assertThat(audit.status()).as(audit.out() + audit.err()).isZero();
        CommandRun both = command("erase", "--app=" + name, "--key", key, "--list");
        assertThat(both.status()).isEqualTo(2);
    }

    @Test
    void run_unreadableRecordWithoutDeadLetters_stopsAndNamesItsPlace() throws Exception {
        broker.createTopic(name, 1, Map.of());
        broker.createTopic(name + "-out", 1, Map.of());
        assertThat(ring("create", "--topic", name, "--ring", name).status()).isZero();
        Path input = Files.writeString(folder.resolve("in.csv"), "k,n\na,1\nb,many\n");
        assertThat(produce(input.toString(), "--key", "k").status()).isZero();

        try (JavaProcess app = run(config(""))) {
            assertThat(app.awaitExit(PATIENCE)).isEqualTo(1);
            assertThat(Files.readString(app.output()))
                    .contains("slipring run: Cannot read the record at topic=" + name + " partition=0 offset=1: "
                            + "field 'n': a number was expected, the text is none; set slipring.dead.letter.topic");
        }
    }

    @Test
    void run_topicMistyped_exitsOneBeforeAnythingIsCreated() throws Exception {
        broker.createTopic(name, 1, Map.of());
        Path config = config("");

        CommandRun run = CommandRun.of("run", "--config", config.toString());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("slipring run: no such topic: " + name + "-out" + System.lineSeparator());
        assertThat(broker.admin().listTopics().names().get(30, TimeUnit.SECONDS))
                .doesNotContain(name + "-transfer");
    }

    private Path config(String more) throws Exception {
        return Files.writeString(folder.resolve("app.properties"), """
                application.id=%1$s
                bootstrap.servers=%2$s
                state.dir=%3$s
                slipring.ring=%1$s
                slipring.ring.topic=%4$s
                slipring.input.topic=%1$s
                slipring.value.field=n
                slipring.aggregate=stats
                slipring.output.topic=%1$s-out
                metadata.max.age.ms=500
                %5$s
                """.formatted(
                        name, broker.bootstrapServers(), folder.resolve("state"), control, more));
    }

    private JavaProcess run(Path config, String... more) {
        return JavaProcess.of(Main.class.getName())
                .args(Stream.concat(Stream.of("run", "--config", config.toString()), Stream.of(more))
                        .toArray(String[]::new))
                .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .start();
    }

    private CommandRun ring(String command, String... more) {
        return command("ring", command, more);
    }

    private CommandRun produce(String file, String... more) {
        return command(
                "produce",
                file,
                Stream.concat(Stream.of("--topic", name), Stream.of(more)).toArray(String[]::new));
    }

    private CommandRun command(String first, String second, String... more) {
        return CommandRun.of(Stream.concat(
                        Stream.of(
                                first,
                                second,
                                "--bootstrap-server",
                                broker.bootstrapServers(),
                                "--ring-topic",
                                control),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private static int partitions(String topic) {
        try {
            return broker.admin()
                    .describeTopics(Set.of(topic))
                    .allTopicNames()
                    .get(30, TimeUnit.SECONDS)
                    .get(topic)
                    .partitions()
                    .size();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Rows k,n: key-0 to key-(keys-1) in turn, and the row's number. */
    private static String csv(IntStream rows, int keys) {
        StringBuilder csv = new StringBuilder("k,n\n");
        rows.forEach(row ->
                csv.append("key-").append(row % keys).append(',').append(row).append('\n'));
        return csv.toString();
    }

    private static Map<String, Integer> expected(int keys, int count) {
        Map<String, Integer> expected = new HashMap<>();
        IntStream.range(0, keys).forEach(key -> expected.put("key-" + key, count));
        return expected;
    }

    /** The last count of each key in the output topic. */
    private Map<String, Integer> totals(int partitions) throws Exception {
        Map<String, Integer> totals = new HashMap<>();
        for (ConsumerRecord<String, String> record : read(name + "-out", partitions)) {
            totals.put(
                    record.key(),
                    new ObjectMapper().readTree(record.value()).get("count").asInt());
        }
        return totals;
    }

    private static List<ConsumerRecord<String, String>> read(String topic, int partitions) {
        return TopicRecords.read(broker, topic, partitions, new StringDeserializer());
    }
}
