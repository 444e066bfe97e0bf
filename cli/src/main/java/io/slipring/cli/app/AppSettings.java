/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.cli.command.EnumNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;

/** The settings of the deployable application, one by one; what they mean together is {@link AppConfig}'s to say. */
final class AppSettings {
    static final String FINAL = "final";

    static final String INPUT_TOPIC_CONFIG = "slipring.input.topic";
    private static final String INPUT_TOPIC_DOC = "Topic whose records are aggregated by key. Must exist.";

    static final String KEY_FORMAT_CONFIG = "slipring.key.format";
    private static final String KEY_FORMAT_DOC =
            "<code>string</code>: keys are UTF-8, others count as unreadable. <code>bytes</code>: any, shown in Base64."
                    + " <code>long</code>: 8 bytes. <code>json</code>, <code>avro</code> (by a registry) and"
                    + " <code>avro-single-object</code>. Keys are never re-encoded, so all route alike.";

    static final String KEY_SCHEMA_CONFIG = "slipring.key.schema";
    private static final String KEY_SCHEMA_DOC =
            "Files with the schemas of <code>avro-single-object</code> keys, by comma.";

    static final String VALUE_FORMAT_CONFIG = "slipring.value.format";
    private static final String VALUE_FORMAT_DOC =
            "<code>json</code>: an object. <code>avro</code>: a record, its schema in a registry (Confluent's wire format)."
                    + " <code>avro-single-object</code>: the same with its schema in a file. <code>number</code>: a decimal"
                    + " number as text. <code>string</code>: text. <code>long</code>: 8 bytes. <code>bytes</code>: not"
                    + " looked at, which is enough to count.";

    static final String VALUE_SCHEMA_CONFIG = "slipring.value.schema";
    private static final String VALUE_SCHEMA_DOC =
            "File with the Avro schema to read values by, so that defaults and aliases in it count; without it each"
                    + " <code>avro</code> value is read by its writer's. For <code>avro-single-object</code> it must be set, and"
                    + " files with other writers' schemas may follow, by comma.";

    static final String VALUE_SERDE_CONFIG = "slipring.value.serde";
    private static final String VALUE_SERDE_DOC =
            "Instead of a format: a class that implements Kafka's <code>Serde</code>, configured with all these settings. It may"
                    + " make Avro records, or plain values as the field <code>value</code>.";

    static final String VALUE_FIELD_CONFIG = "slipring.value.field";
    private static final String VALUE_FIELD_DOC =
            "Top-level field of a <code>json</code> or Avro value that holds the number of <code>slipring.aggregate</code>, as"
                    + " a number or text. Needed unless that is <code>count</code>.";

    /** What settings were called before, and still may be. */
    private static final Map<String, String> FORMER = Map.of(
            "slipring.input.key.format",
            KEY_FORMAT_CONFIG,
            "slipring.input.value.format",
            VALUE_FORMAT_CONFIG,
            "slipring.input.value.field",
            VALUE_FIELD_CONFIG);

    static final String AGGREGATE_CONFIG = "slipring.aggregate";
    private static final String AGGREGATE_DOC = "What to compute for each key: <code>count</code>, <code>sum</code>,"
            + " <code>min</code>, <code>max</code>, <code>avg</code>, or <code>stats</code> for all of them.";

    static final String AGGREGATES_CONFIG = "slipring.aggregates";
    private static final String AGGREGATES_DOC = "What to compute for each key over fields of the value, instead of"
            + " <code>slipring.aggregate</code>, such as <code>count, sum(delay) as total, mean(delay), p99(delay),"
            + " distinct(destination)</code>; docs/aggregates.md has them all. The output has a field for each, in this"
            + " order. A value without fields is the field"
            + " <code>value</code>. Can't change over existing state.";

    static final String OUTPUT_TOPIC_CONFIG = "slipring.output.topic";
    private static final String OUTPUT_TOPIC_DOC =
            "Topic of the updates: the key's bytes, and a JSON object with the key, the"
                    + " count and the numbers of the aggregate. Must exist.";

    static final String DEAD_LETTER_TOPIC_CONFIG = "slipring.dead.letter.topic";
    private static final String DEAD_LETTER_TOPIC_DOC =
            "Topic for input records that can't be read, as they are, with the"
                    + " reason and their place in headers. Must exist. If it is not set, the first such record stops the"
                    + " application. The same as Kafka Streams' <code>errors.dead.letter.queue.topic.name</code>.";

    static final String TIMESTAMP_FIELD_CONFIG = "slipring.timestamp.field";
    private static final String TIMESTAMP_FIELD_DOC =
            "Top-level field of a <code>json</code> or Avro value that says when it happened: milliseconds since 1970, or text such as"
                    + " <code>2013-01-01T05:00:00Z</code>. Without, it is the record's timestamp, which the producer or the broker"
                    + " sets.";

    static final String WINDOW_CONFIG = "slipring.window";
    private static final String WINDOW_DOC = "Aggregates per key and window of time: <code>tumbling 1h grace 5m</code>,"
            + " <code>hopping 1h every 5m grace 5m</code>, or <code>session 30m grace 5m</code> (docs/windows.md). Units are ms, s, m, h and d; grace is how long after"
            + " its end a window still takes records. Can't change over existing state.";

    static final String EMIT_CONFIG = "slipring.emit";
    private static final String EMIT_DOC =
            "With <code>slipring.window</code>: <code>change</code> writes an update at each"
                    + " change, coalesced per commit; <code>final</code> one result per key and window, when the window is closed.";

    static final String LATE_TOPIC_CONFIG = "slipring.late.topic";
    private static final String LATE_TOPIC_DOC =
            "With <code>slipring.window</code>: topic for records that come too late for"
                    + " each of their windows, as they are. Must exist. If it is not set, they are counted and dropped.";

    static final String HTTP_LISTEN_CONFIG = "slipring.http.listen";
    private static final String HTTP_LISTEN_DOC =
            "Where to tell over HTTP how the instance is: <code>host:port</code>, or <code>:port</code> for all addresses."
                    + " <code>/health/live</code>, <code>/health/ready</code>, and <code>/metrics</code> for Prometheus. Anybody who"
                    + " reaches the port may read it. Not at all if it is not set.";

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    StreamsConfig.APPLICATION_ID_CONFIG,
                    ConfigDef.Type.STRING,
                    ConfigDef.NO_DEFAULT_VALUE,
                    new ConfigDef.NonEmptyString(),
                    ConfigDef.Importance.HIGH,
                    "Names the application: its consumer group, its transfer and changelog topics.")
            .define(
                    StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                    ConfigDef.Type.STRING,
                    ConfigDef.NO_DEFAULT_VALUE,
                    new ConfigDef.NonEmptyString(),
                    ConfigDef.Importance.HIGH,
                    "Brokers to start from.")
            .define(
                    INPUT_TOPIC_CONFIG,
                    ConfigDef.Type.STRING,
                    ConfigDef.NO_DEFAULT_VALUE,
                    notBlank(),
                    ConfigDef.Importance.HIGH,
                    INPUT_TOPIC_DOC)
            .define(
                    KEY_FORMAT_CONFIG,
                    ConfigDef.Type.STRING,
                    "string",
                    oneOf(KeyFormat.values()),
                    ConfigDef.Importance.MEDIUM,
                    KEY_FORMAT_DOC)
            .define(
                    VALUE_FORMAT_CONFIG,
                    ConfigDef.Type.STRING,
                    "json",
                    oneOf(Stream.of(ValueFormat.values())
                            .filter(format -> format != ValueFormat.SERDE)
                            .toArray(Enum<?>[]::new)),
                    ConfigDef.Importance.MEDIUM,
                    VALUE_FORMAT_DOC)
            .define(
                    KEY_SCHEMA_CONFIG,
                    ConfigDef.Type.STRING,
                    null,
                    nullOrNotBlank(),
                    ConfigDef.Importance.MEDIUM,
                    KEY_SCHEMA_DOC)
            .define(
                    VALUE_SCHEMA_CONFIG,
                    ConfigDef.Type.STRING,
                    null,
                    nullOrNotBlank(),
                    ConfigDef.Importance.MEDIUM,
                    VALUE_SCHEMA_DOC)
            .define(
                    VALUE_SERDE_CONFIG,
                    ConfigDef.Type.STRING,
                    null,
                    nullOrNotBlank(),
                    ConfigDef.Importance.MEDIUM,
                    VALUE_SERDE_DOC)
            .define(
                    VALUE_FIELD_CONFIG,
                    ConfigDef.Type.STRING,
                    null,
                    nullOrNotBlank(),
                    ConfigDef.Importance.MEDIUM,
                    VALUE_FIELD_DOC)
            .define(
                    AGGREGATE_CONFIG,
                    ConfigDef.Type.STRING,
                    "count",
                    oneOf(AggregateKind.values()),
                    ConfigDef.Importance.HIGH,
                    AGGREGATE_DOC)
            .define(
                    AGGREGATES_CONFIG,
                    ConfigDef.Type.STRING,
                    null,
                    nullOrNotBlank(),
                    ConfigDef.Importance.HIGH,
                    AGGREGATES_DOC)
            .define(
                    OUTPUT_TOPIC_CONFIG,
                    ConfigDef.Type.STRING,
                    ConfigDef.NO_DEFAULT_VALUE,
                    notBlank(),
                    ConfigDef.Importance.HIGH,
                    OUTPUT_TOPIC_DOC)
            .define(
                    DEAD_LETTER_TOPIC_CONFIG,
                    ConfigDef.Type.STRING,
                    null,
                    nullOrNotBlank(),
                    ConfigDef.Importance.MEDIUM,
                    DEAD_LETTER_TOPIC_DOC)
            .define(
                    TIMESTAMP_FIELD_CONFIG,
                    ConfigDef.Type.STRING,
                    null,
                    nullOrNotBlank(),
                    ConfigDef.Importance.MEDIUM,
                    TIMESTAMP_FIELD_DOC)
            .define(WINDOW_CONFIG, ConfigDef.Type.STRING, null, nullOrNotBlank(), ConfigDef.Importance.HIGH, WINDOW_DOC)
            .define(
                    EMIT_CONFIG,
                    ConfigDef.Type.STRING,
                    "change",
                    ConfigDef.ValidString.in("change", FINAL),
                    ConfigDef.Importance.HIGH,
                    EMIT_DOC)
            .define(
                    LATE_TOPIC_CONFIG,
                    ConfigDef.Type.STRING,
                    null,
                    nullOrNotBlank(),
                    ConfigDef.Importance.MEDIUM,
                    LATE_TOPIC_DOC)
            .define(
                    HTTP_LISTEN_CONFIG,
                    ConfigDef.Type.STRING,
                    null,
                    nullOrNotBlank(),
                    ConfigDef.Importance.MEDIUM,
                    HTTP_LISTEN_DOC);

    private AppSettings() {}

    /** What settings were called before, and still may be. */
    static Set<String> formerNames() {
        return FORMER.keySet();
    }

    /** The settings, their types, defaults, rules and meaning; a copy. */
    static ConfigDef definition() {
        return new ConfigDef(DEFINITION);
    }

    /**
     * Parses each setting by its own rule, those by their former names included.
     *
     * @throws ConfigException if one is missing or breaks its rule
     */
    static AbstractConfig parse(Map<String, String> settings) {
        Map<String, Object> own = new HashMap<>();
        FORMER.forEach((former, name) -> {
            if (settings.containsKey(former)) {
                if (settings.containsKey(name)) {
                    throw new ConfigException(former, settings.get(former), "must not be set beside " + name);
                }
                own.put(name, settings.get(former));
            }
        });
        DEFINITION.names().forEach(name -> {
            if (settings.containsKey(name)) {
                own.put(name, settings.get(name));
            }
        });
        return new AbstractConfig(DEFINITION, own, false);
    }

    private static ConfigDef.Validator notBlank() {
        return ConfigDef.LambdaValidator.with(
                (name, value) -> {
                    if (!(value instanceof String text) || text.isBlank()) {
                        throw new ConfigException(name, value, "must not be blank");
                    }
                },
                () -> "not blank");
    }

    private static ConfigDef.Validator nullOrNotBlank() {
        return ConfigDef.LambdaValidator.with(
                (name, value) -> {
                    if (value instanceof String text && text.isBlank()) {
                        throw new ConfigException(name, value, "must not be blank; leave it out instead");
                    }
                },
                () -> "absent or not blank");
    }

    private static ConfigDef.Validator oneOf(Enum<?>[] values) {
        return ConfigDef.ValidString.in(Stream.of(values).map(EnumNames::of).toArray(String[]::new));
    }
}
