/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slipring.formats.AvroEncoder;
import io.slipring.formats.RegistryConfig;
import io.slipring.formats.SchemaRegistry;
import io.slipring.testkit.Broker;
import io.slipring.testkit.JavaProcess;
import io.slipring.testkit.TestData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Avro records through a real schema registry, good and bad ones, while the topic grows, the registry restarts and schemas change. */
@EnabledForJreRange(max = JRE.JAVA_21)
class AvroIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int OUTPUT_PARTITIONS = 2;
    private static final int MALFORMED = 10_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private static Broker broker;
    private static RegistryServer registry;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start(@TempDir Path registryFolder) throws Exception {
        broker = Broker.start();
        registry = RegistryServer.start(registryFolder);
    }

    @AfterAll
    static void stop() {
        registry.close();
        broker.close();
    }

    /** Count, sum, least and greatest delay of an origin. */
    private record Total(long count, long sum, long min, long max) {
        Total and(long delay) {
            return new Total(count + 1, sum + delay, Math.min(min, delay), Math.max(max, delay));
        }
    }

    @Test
    void run_flightsGrownLiveAmongMalformedOnesOverARestartOfTheRegistry_exact() throws Exception {
        TestData flights = TestData.flights();
        Map<String, Total> expected = new HashMap<>();
        List<List<String>> rows;
        try (Stream<List<String>> all = flights.rows()) {
            rows = all.toList();
        }
        for (List<String> row : rows) {
            expected.merge(
                    row.get(3),
                    new Total(0, 0, Long.MAX_VALUE, Long.MIN_VALUE).and(Long.parseLong(row.get(1))),
                    (known, one) -> known.and(one.sum()));
        }
        int third = rows.size() / 3;

        topics("flights");
        Path config = config("flights", "");
        try (JavaProcess app = run(config)) {
            app.awaitOutput("READY application.id=flights-app", PATIENCE);
            produce("flights", csv(rows.subList(0, third)));

            // The same fields in another order, delays as double, and one field more.
            Schema promoted = schema(
                    "{'name':'delay','type':'double'}",
                    "{'name':'distance','type':'long'}",
                    "{'name':'origin','type':'string'}",
                    "{'name':'destination','type':'string'}",
                    "{'name':'date','type':'string'}",
                    "{'name':'carrier','type':['null','string'],'default':null}");
            SchemaRegistry client =
                    new SchemaRegistry(RegistryConfig.parse(Map.of(RegistryConfig.URL_CONFIG, registry.url())));
            int promotedId = client.register("flights-value", promoted);
            int wrongId = client.register("others-value", Schema.create(Schema.Type.LONG));

            CommandRun.ring(broker, "add-shard", "--ring", "flights", "--count", "1", "--execute");
            Set<String> malformed = malformed(rows.subList(0, 1_000), promoted, promotedId, wrongId);
            produce("flights", csv(rows.subList(third, 2 * third)));
            awaitCount(app, "flights", 2L * third);

            // A schema that the application doesn't know, and nobody to ask: its records wait.
            int unknownYet = client.register(
                    "flights-value", schema("{'name':'delay','type':'long'}", "{'name':'origin','type':'string'}"));
            registry.stop();
            Schema narrow = client.schema(unknownYet);
            send("flights", rows.subList(2 * third, rows.size()), AvroEncoder.registered(unknownYet, narrow), narrow);
            app.awaitOutput("its record waits for a schema application=flights-app", PATIENCE);
            registry.start();
            awaitCount(app, "flights", rows.size());

            updates("flights")
                    .forEach((origin, update) -> assertThat(new Total(
                                    update.get("count").asLong(),
                                    update.get("total").asLong(),
                                    update.get("min_delay").asLong(),
                                    update.get("max_delay").asLong()))
                            .as(origin)
                            .isEqualTo(expected.get(origin)));
            assertThat(updates("flights")).hasSameSizeAs(expected);
            assertThat(deadLetters("flights")).isEqualTo(malformed).hasSize(MALFORMED);
            audit("flights", rows.size(), MALFORMED);
            assertThat(Files.readString(app.output())).doesNotContain("Stream thread failed");
            assertThat(app.isAlive()).isTrue();
        }
    }

    @Test
    void run_schemaChangesWhileItRuns_followsWhatIsCompatible() throws Exception {
        topics("f");
        String first = field("delay", "'int'") + "," + field("origin", "'string'");
        Path reader = avsc("reader", "{'name':'delay','type':'double','default':100}," + field("origin", "'string'"));
        registry.requireBackward("f-value");
        try (JavaProcess app = run(config("f", "slipring.value.schema=" + reader))) {
            app.awaitOutput("READY application.id=f-app", PATIENCE);
            produce("f", rows("delay,origin", "1,A", "2,B"), "--schema", avsc("v1", first) + "");
            // added
            String carrier = "," + "{'name':'carrier','type':'string','default':'?'}";
            produce("f", rows("delay,origin,carrier", "3,A,X"), "--schema", avsc("v2", first + carrier) + "");
            // promoted
            String wider = field("delay", "'long'") + "," + field("origin", "'string'");
            produce("f", rows("delay,origin", "4,A"), "--schema", avsc("v3", wider) + "");
            // renamed
            String renamed = "{'name':'minutes','type':'long','aliases':['delay']}," + field("origin", "'string'");
            produce("f", rows("minutes,origin", "5,A"), "--schema", avsc("v4", renamed) + "");
            // removed: the reader's default counts
            produce("f", rows("origin", "A", "B"), "--schema", avsc("v5", field("origin", "'string'")) + "");
            // incompatible: the registry refuses it
            CommandRun refused = produceRun(
                    "f",
                    rows("delay,origin", "x,A"),
                    "--schema",
                    avsc("v6", field("delay", "'string'") + "," + field("origin", "'string'")) + "");
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err())
                    .startsWith("slipring produce: the registry refuses the schema for subject f-value (409)")
                    .hasLineCount(1);
            // incompatible, and registered elsewhere: a dead letter, with the reason
            Schema text = schema("{'name':'delay','type':'string'}", "{'name':'origin','type':'string'}");
            int elsewhere = new SchemaRegistry(RegistryConfig.parse(Map.of(RegistryConfig.URL_CONFIG, registry.url())))
                    .register("elsewhere-value", text);
            List<String> row = List.of("", "7", "", "A", "");
            send("f", List.of(row), AvroEncoder.registered(elsewhere, text), text);

            awaitCount(app, "f", 7);
            assertThat(updates("f").get("A").get("total").asDouble()).isEqualTo(1 + 3 + 4 + 5 + 100);
            assertThat(updates("f").get("B").get("total").asDouble()).isEqualTo(2 + 100);
            Awaitility.await("a dead letter")
                    .atMost(PATIENCE)
                    .until(() -> deadLetters("f").size() == 1);
            records(
                    "f-dead",
                    1,
                    record -> assertThat(header(record, "message"))
                            .contains("not a record of schema id " + elsewhere, "Found string, expecting double"));
            audit("f", 7, 1);
        }
    }

    private static String field(String name, String type) {
        return "{'name':'" + name + "','type':" + type + "}";
    }

    private static Schema schema(String... fields) {
        return new Schema.Parser().parse(record(String.join(",", fields)));
    }

    private static String record(String fields) {
        return ("{'type':'record','name':'Flight','fields':[" + fields + "]}").replace('\'', '"');
    }

    private Path avsc(String name, String fields) throws Exception {
        return Files.writeString(folder.resolve(name + ".avsc"), record(fields));
    }

    private static List<String> rows(String... lines) {
        return List.of(lines);
    }

    private static List<String> csv(List<List<String>> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(String.join(",", TestData.flights().columns()));
        rows.forEach(row -> lines.add(String.join(",", row)));
        return lines;
    }

    private static void topics(String topic) {
        broker.createTopic(topic, 2, Map.of());
        broker.createTopic(topic + "-out", OUTPUT_PARTITIONS, Map.of());
        broker.createTopic(topic + "-dead", 1, Map.of());
        CommandRun.ring(broker, "create", "--topic", topic, "--ring", topic);
    }

    private Path config(String topic, String more) throws Exception {
        return Files.writeString(folder.resolve("app.properties"), """
                application.id=%1$s-app
                bootstrap.servers=%2$s
                state.dir=%3$s
                metadata.max.age.ms=500
                session.timeout.ms=6000
                slipring.ring=%1$s
                slipring.input.topic=%1$s
                slipring.output.topic=%1$s-out
                errors.dead.letter.queue.topic.name=%1$s-dead
                slipring.value.format=avro
                schema.registry.url=%4$s
                slipring.aggregates=count, sum(delay) as total, min(delay), max(delay)
                %5$s
                """.formatted(
                        topic, broker.bootstrapServers(), folder.resolve("state"), registry.url(), more));
    }

    private static JavaProcess run(Path config) {
        return JavaProcess.of(Main.class.getName())
                .args("run", "--config", config.toString())
                .jvmArgs("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .start();
    }

    private void produce(String topic, List<String> lines, String... more) throws Exception {
        CommandRun run = produceRun(topic, lines, more);
        assertThat(run.status()).as(run.err()).isZero();
    }

    private CommandRun produceRun(String topic, List<String> lines, String... more) throws Exception {
        Path file = Files.write(folder.resolve("in.csv"), lines);
        return CommandRun.of(Stream.concat(
                        Stream.of(
                                "produce",
                                file.toString(),
                                "--bootstrap-server",
                                broker.bootstrapServers(),
                                "--topic",
                                topic,
                                "--key",
                                "origin",
                                "--format",
                                "avro",
                                "--schema-registry",
                                registry.url()),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private static GenericData.Record flight(List<String> row, Schema schema) {
        GenericData.Record record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
            int column = TestData.flights().columns().indexOf(field.name());
            String cell = column < 0 ? "" : row.get(column);
            record.put(
                    field.pos(),
                    switch (field.schema().getType()) {
                        case LONG -> Long.parseLong(cell);
                        case DOUBLE -> Double.parseDouble(cell);
                        case UNION -> null;
                        default -> cell;
                    });
        }
        return record;
    }

    private static KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "acks", "all", "linger.ms", "5"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static void send(String topic, List<List<String>> rows, AvroEncoder encoder, Schema schema)
            throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (List<String> row : rows) {
                sent.add(producer.send(new ProducerRecord<>(
                        topic, row.get(3).getBytes(StandardCharsets.UTF_8), encoder.encode(flight(row, schema)))));
            }
            producer.flush();
        }
        for (Future<RecordMetadata> one : sent) {
            one.get();
        }
    }

    /** Sends them, of each fault as many, and tells their places. */
    private static Set<String> malformed(List<List<String>> rows, Schema schema, int id, int wrongId) throws Exception {
        AvroEncoder encoder = AvroEncoder.registered(id, schema);
        List<byte[]> good =
                rows.stream().map(row -> encoder.encode(flight(row, schema))).toList();
        MalformedFlights payloads = new MalformedFlights(Long.getLong("fuzz.seed", 1), schema, id, good, wrongId);
        MalformedFlights.Fault[] faults = MalformedFlights.Fault.values();
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (int i = 0; i < MALFORMED; i++) {
                byte[] key = rows.get(i % rows.size()).get(3).getBytes(StandardCharsets.UTF_8);
                sent.add(producer.send(new ProducerRecord<>("flights", key, payloads.next(faults[i % faults.length]))));
            }
            producer.flush();
        }
        Set<String> places = new HashSet<>();
        for (Future<RecordMetadata> one : sent) {
            places.add(one.get().partition() + "@" + one.get().offset());
        }
        return places;
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(
                record.headers().lastHeader("__streams.errors." + name).value(), StandardCharsets.UTF_8);
    }

    private static Set<String> deadLetters(String topic) {
        Set<String> places = new HashSet<>();
        records(topic + "-dead", 1, record -> {
            assertThat(header(record, "topic")).isEqualTo(topic);
            assertThat(header(record, "exception")).isNotEmpty();
            assertThat(header(record, "message")).isNotEmpty();
            assertThat(places.add(header(record, "partition") + "@" + header(record, "offset")))
                    .as("a dead letter that is there twice")
                    .isTrue();
        });
        return places;
    }

    private static void audit(String topic, long records, int deadLetters) throws Exception {
        JsonNode audit = CommandRun.of(
                        "audit",
                        "--bootstrap-server",
                        broker.bootstrapServers(),
                        "--application-id",
                        topic + "-app",
                        "--deep",
                        "--dead-letter-topic",
                        topic + "-dead",
                        "--json")
                .json();
        assertThat(audit.get("verdict").asText()).as(audit.toString()).isEqualTo("exact");
        assertThat(audit.get("consumed").asLong()).isEqualTo(records);
        assertThat(audit.get("deadLetters").asInt()).isEqualTo(deadLetters);
        assertThat(audit.get("recount").get("differingKeys").asInt()).isZero();
    }

    private static void awaitCount(JavaProcess app, String topic, long count) {
        Awaitility.await(count + " records of " + topic + " are counted")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .failFast("the application ended, see " + app.output(), () -> !app.isAlive())
                .until(() -> updates(topic).values().stream()
                                .mapToLong(update -> update.get("count").asLong())
                                .sum()
                        == count);
    }

    /** The last update of each key: the one that counts most, since none says less than one before it. */
    private static Map<String, JsonNode> updates(String topic) {
        Map<String, JsonNode> last = new HashMap<>();
        records(topic + "-out", OUTPUT_PARTITIONS, record -> {
            JsonNode update = json(record.value());
            last.merge(
                    new String(record.key(), StandardCharsets.UTF_8),
                    update,
                    (known, one) ->
                            known.get("count").asLong() > one.get("count").asLong() ? known : one);
        });
        return last;
    }

    private static JsonNode json(byte[] value) {
        try {
            return JSON.readTree(value);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** All committed records of a topic, up to where it ends now. */
    private static void records(String topic, int partitions, Consumer<ConsumerRecord<byte[], byte[]>> action) {
        TopicRecords.forEach(broker, topic, partitions, new ByteArrayDeserializer(), action);
    }
}
