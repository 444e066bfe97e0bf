/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.ring.source.RingSourceConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;

/**
 * What the deployable application is to do, parsed once from its properties file.
 *
 * @param applicationId names the application to Kafka and to the ring
 * @param bootstrapServers brokers to start from
 * @param ring ring that routes the input topic
 * @param inputTopic topic to aggregate
 * @param keyFormat how keys are shown
 * @param valueFormat how a value becomes a number
 * @param valueField field of the number in a JSON value; empty if none is needed
 * @param aggregate what is computed for each key, if there are no aggregates
 * @param aggregates what is computed for each key; may be none
 * @param outputTopic topic of the updates
 * @param deadLetterTopic topic of records that can't be read; empty to stop at the first one
 * @param timestampField field of the event time in a JSON value; empty for the record's own timestamp
 * @param window how time is divided; empty if it is not
 * @param finalOnly whether a window's results are written once, when it is closed
 * @param lateTopic topic of records that come too late for their windows; empty to drop them
 * @param settings every property as given
 */
record AppConfig(
        String applicationId,
        String bootstrapServers,
        String ring,
        String inputTopic,
        KeyFormat keyFormat,
        ValueFormat valueFormat,
        Optional<String> valueField,
        AggregateKind aggregate,
        List<AggregateCall> aggregates,
        String outputTopic,
        Optional<String> deadLetterTopic,
        Optional<String> timestampField,
        Optional<WindowSetting> window,
        boolean finalOnly,
        Optional<String> lateTopic,
        Map<String, String> settings) {

    private static final String FINAL = "final";

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
    private static final String WINDOW_DOC =
            "Aggregates per key and window of time: <code>tumbling 1h grace 5m</code>, or"
                    + " <code>hopping 1h every 5m grace 5m</code> (docs/windows.md). Units are ms, s, m, h and d; grace is how long after"
                    + " its end a window still takes records. Can't change over existing state.";

    static final String EMIT_CONFIG = "slipring.emit";
    private static final String EMIT_DOC =
            "With <code>slipring.window</code>: <code>change</code> writes an update at each"
                    + " change, coalesced per commit; <code>final</code> one result per key and window, when the window is closed.";

    static final String LATE_TOPIC_CONFIG = "slipring.late.topic";
    private static final String LATE_TOPIC_DOC =
            "With <code>slipring.window</code>: topic for records that come too late for"
                    + " each of their windows, as they are. Must exist. If it is not set, they are counted and dropped.";

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
                    LATE_TOPIC_DOC);

    private static final List<String> WINDOW_FIELDS = List.of(UpdateJson.WINDOW_START, UpdateJson.WINDOW_END);

    /** Copies the settings. */
    AppConfig {
        aggregates = List.copyOf(aggregates);
        settings = Map.copyOf(settings);
    }

    /** Leaves out the values of the settings, some of which are secrets. */
    @Override
    public String toString() {
        return "AppConfig[applicationId=" + applicationId + ", ring=" + ring + ", settings="
                + new TreeSet<>(settings.keySet()) + "]";
    }

    /**
     * Parses the properties of an application.
     *
     * @throws ConfigException if one is missing or breaks its rule; names key, value and rule
     */
    static AppConfig parse(Map<String, String> settings) {
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
        AbstractConfig parsed = new AbstractConfig(DEFINITION, own, false);
        AppConfig config = new AppConfig(
                parsed.getString(StreamsConfig.APPLICATION_ID_CONFIG),
                parsed.getString(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG),
                RingSourceConfig.parse(settings).ring(),
                parsed.getString(INPUT_TOPIC_CONFIG),
                KeyFormat.valueOf(upper(parsed.getString(KEY_FORMAT_CONFIG))),
                valueFormat(parsed, own.containsKey(VALUE_FORMAT_CONFIG)),
                Optional.ofNullable(parsed.getString(VALUE_FIELD_CONFIG)),
                AggregateKind.valueOf(upper(parsed.getString(AGGREGATE_CONFIG))),
                aggregates(settings),
                parsed.getString(OUTPUT_TOPIC_CONFIG),
                deadLetterTopic(parsed, settings),
                Optional.ofNullable(parsed.getString(TIMESTAMP_FIELD_CONFIG)),
                window(settings),
                parsed.getString(EMIT_CONFIG).equals(FINAL),
                Optional.ofNullable(parsed.getString(LATE_TOPIC_CONFIG)),
                settings);
        if (config.aggregates.isEmpty()) {
            config.checkFormats();
        } else {
            config.checkAggregates();
        }
        config.checkWindow();
        config.checkTopics();
        return config;
    }

    private static ValueFormat valueFormat(AbstractConfig parsed, boolean named) {
        String serde = parsed.getString(VALUE_SERDE_CONFIG);
        if (serde == null) {
            return ValueFormat.valueOf(upper(parsed.getString(VALUE_FORMAT_CONFIG)));
        }
        if (named) {
            throw new ConfigException(VALUE_SERDE_CONFIG, serde, "must not be set beside " + VALUE_FORMAT_CONFIG);
        }
        return ValueFormat.SERDE;
    }

    private static Optional<String> deadLetterTopic(AbstractConfig parsed, Map<String, String> settings) {
        String own = parsed.getString(DEAD_LETTER_TOPIC_CONFIG);
        String streams = settings.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
        if (own != null && streams != null && !own.equals(streams)) {
            throw new ConfigException(
                    DEAD_LETTER_TOPIC_CONFIG,
                    own,
                    "must be the same as " + StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG
                            + ", or left out");
        }
        return Optional.ofNullable(own == null ? streams : own);
    }

    /** What settings were called before, and still may be. */
    static Set<String> formerNames() {
        return FORMER.keySet();
    }

    /**
     * Parses the aggregates alone; none if they are not set.
     *
     * @throws ExpressionException if there is a mistake; tells its place
     */
    static List<AggregateCall> aggregates(Map<String, String> settings) {
        String text = settings.get(AGGREGATES_CONFIG);
        return text == null ? List.of() : AggregatesParser.parse(text);
    }

    /**
     * Parses the window alone; empty if it is not set.
     *
     * @throws ExpressionException if there is a mistake; tells its place
     */
    static Optional<WindowSetting> window(Map<String, String> settings) {
        return Optional.ofNullable(settings.get(WINDOW_CONFIG)).map(WindowParser::parse);
    }

    /** The field of {@code slipring.aggregate} as far as one is named or there is no other. */
    List<Wanted> plainFields() {
        Wanted.As as = aggregate.needsNumber() || valueFormat == ValueFormat.NUMBER ? Wanted.As.NUMBER : Wanted.As.TEXT;
        if (valueFormat.hasNames()) {
            boolean plainResult = valueFormat == ValueFormat.SERDE && aggregate.needsNumber();
            return valueField
                    .or(() -> plainResult ? Optional.of(ValueFormat.PLAIN) : Optional.empty())
                    .map(name -> List.of(new Wanted(name, Wanted.As.NUMBER)))
                    .orElse(List.of());
        }
        return valueFormat == ValueFormat.BYTES ? List.of() : List.of(new Wanted(ValueFormat.PLAIN, as));
    }

    private void checkAggregates() {
        if (settings.containsKey(AGGREGATE_CONFIG)) {
            throw new ConfigException(
                    AGGREGATE_CONFIG, lower(aggregate), "must not be set beside " + AGGREGATES_CONFIG);
        }
        if (valueField.isPresent()) {
            throw new ConfigException(
                    VALUE_FIELD_CONFIG,
                    valueField.get(),
                    "must not be set beside " + AGGREGATES_CONFIG + ", which names its fields itself");
        }
        String text = Objects.requireNonNull(settings.get(AGGREGATES_CONFIG));
        for (AggregateCall call : aggregates) {
            if (valueFormat == ValueFormat.BYTES && call.field().isPresent()) {
                throw new ExpressionException(
                        AGGREGATES_CONFIG,
                        text,
                        call.fieldColumn(),
                        "there are no fields if " + VALUE_FORMAT_CONFIG + " is bytes; only count can be had");
            }
            if (!valueFormat.hasNames()
                    && call.field().filter(ValueFormat.PLAIN::equals).isEmpty()
                    && call.field().isPresent()) {
                throw new ExpressionException(
                        AGGREGATES_CONFIG,
                        text,
                        call.fieldColumn(),
                        "the field must be 'value' if " + VALUE_FORMAT_CONFIG + " is " + lower(valueFormat));
            }
        }
    }

    private void checkFormats() {
        if (valueFormat == ValueFormat.BYTES && aggregate.needsNumber()) {
            throw new ConfigException(
                    VALUE_FORMAT_CONFIG, "bytes", "must not be bytes for the aggregate " + lower(aggregate));
        }
        if (valueFormat.hasNames()
                && valueFormat != ValueFormat.SERDE
                && aggregate.needsNumber()
                && valueField.isEmpty()) {
            throw new ConfigException(
                    VALUE_FIELD_CONFIG, null, "must name the number's field for the aggregate " + lower(aggregate));
        }
        if (!valueFormat.hasNames() && valueField.isPresent()) {
            throw new ConfigException(
                    VALUE_FIELD_CONFIG,
                    valueField.get(),
                    "must not be set if " + VALUE_FORMAT_CONFIG + " is " + lower(valueFormat));
        }
    }

    private void checkWindow() {
        if (timestampField.isPresent() && !valueFormat.hasNames()) {
            throw new ConfigException(
                    TIMESTAMP_FIELD_CONFIG,
                    timestampField.get(),
                    "must not be set if " + VALUE_FORMAT_CONFIG + " is " + lower(valueFormat));
        }
        if (window.isEmpty() && finalOnly) {
            throw new ConfigException(
                    EMIT_CONFIG, FINAL, "needs " + WINDOW_CONFIG + ": without windows nothing is ever final");
        }
        if (window.isEmpty() && lateTopic.isPresent()) {
            throw new ConfigException(
                    LATE_TOPIC_CONFIG, lateTopic.get(), "needs " + WINDOW_CONFIG + ": without windows nothing is late");
        }
        for (AggregateCall call : aggregates) {
            if (window.isPresent() && WINDOW_FIELDS.contains(call.name())) {
                throw new ExpressionException(
                        AGGREGATES_CONFIG,
                        Objects.requireNonNull(settings.get(AGGREGATES_CONFIG)),
                        call.column(),
                        "the name '" + call.name() + "' is taken by the window; give another one with 'as'");
            }
        }
    }

    private void checkTopics() {
        if (outputTopic.equals(inputTopic)) {
            throw new ConfigException(OUTPUT_TOPIC_CONFIG, outputTopic, "must not be the input topic");
        }
        if (deadLetterTopic
                .filter(topic -> topic.equals(inputTopic) || topic.equals(outputTopic))
                .isPresent()) {
            throw new ConfigException(
                    DEAD_LETTER_TOPIC_CONFIG, deadLetterTopic.get(), "must be neither the input nor the output topic");
        }
        if (lateTopic
                .filter(topic -> topic.equals(inputTopic) || topic.equals(outputTopic))
                .isPresent()) {
            throw new ConfigException(
                    LATE_TOPIC_CONFIG, lateTopic.get(), "must be neither the input nor the output topic");
        }
    }

    /** The settings, their types, defaults, rules and meaning; a copy. */
    static ConfigDef definition() {
        return new ConfigDef(DEFINITION);
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
        return ConfigDef.ValidString.in(Stream.of(values).map(AppConfig::lower).toArray(String[]::new));
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String upper(String value) {
        return value.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
