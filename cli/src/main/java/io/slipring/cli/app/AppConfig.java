/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.cli.command.EnumNames;
import io.slipring.ring.source.RingSourceConfig;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.kafka.common.config.AbstractConfig;
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
 * @param httpListen where to serve health and metrics; empty for nowhere
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
        Optional<InetSocketAddress> httpListen,
        Map<String, String> settings) {

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
        AbstractConfig parsed = AppSettings.parse(settings);
        AppConfig config = new AppConfig(
                parsed.getString(StreamsConfig.APPLICATION_ID_CONFIG),
                parsed.getString(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG),
                RingSourceConfig.parse(settings).ring(),
                parsed.getString(AppSettings.INPUT_TOPIC_CONFIG),
                KeyFormat.valueOf(EnumNames.constant(parsed.getString(AppSettings.KEY_FORMAT_CONFIG))),
                valueFormat(parsed, parsed.originals().containsKey(AppSettings.VALUE_FORMAT_CONFIG)),
                Optional.ofNullable(parsed.getString(AppSettings.VALUE_FIELD_CONFIG)),
                AggregateKind.valueOf(EnumNames.constant(parsed.getString(AppSettings.AGGREGATE_CONFIG))),
                aggregates(settings),
                parsed.getString(AppSettings.OUTPUT_TOPIC_CONFIG),
                deadLetterTopic(parsed, settings),
                Optional.ofNullable(parsed.getString(AppSettings.TIMESTAMP_FIELD_CONFIG)),
                window(settings),
                parsed.getString(AppSettings.EMIT_CONFIG).equals(AppSettings.FINAL),
                Optional.ofNullable(parsed.getString(AppSettings.LATE_TOPIC_CONFIG)),
                Optional.ofNullable(parsed.getString(AppSettings.HTTP_LISTEN_CONFIG))
                        .map(AppConfig::address),
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

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        try {
            String host = text.substring(0, colon);
            int port = Integer.parseInt(text.substring(colon + 1));
            return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
            throw new ConfigException(
                    AppSettings.HTTP_LISTEN_CONFIG, text, "must be host:port or :port, with a port of 0 to 65535");
        }
    }

    private static ValueFormat valueFormat(AbstractConfig parsed, boolean named) {
        String serde = parsed.getString(AppSettings.VALUE_SERDE_CONFIG);
        if (serde == null) {
            return ValueFormat.valueOf(EnumNames.constant(parsed.getString(AppSettings.VALUE_FORMAT_CONFIG)));
        }
        if (named) {
            throw new ConfigException(
                    AppSettings.VALUE_SERDE_CONFIG, serde, "must not be set beside " + AppSettings.VALUE_FORMAT_CONFIG);
        }
        return ValueFormat.SERDE;
    }

    private static Optional<String> deadLetterTopic(AbstractConfig parsed, Map<String, String> settings) {
        String own = parsed.getString(AppSettings.DEAD_LETTER_TOPIC_CONFIG);
        String streams = settings.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
        if (own != null && streams != null && !own.equals(streams)) {
            throw new ConfigException(
                    AppSettings.DEAD_LETTER_TOPIC_CONFIG,
                    own,
                    "must be the same as " + StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG
                            + ", or left out");
        }
        return Optional.ofNullable(own == null ? streams : own);
    }

    /**
     * Parses the aggregates alone; none if they are not set.
     *
     * @throws ExpressionException if there is a mistake; tells its place
     */
    static List<AggregateCall> aggregates(Map<String, String> settings) {
        String text = settings.get(AppSettings.AGGREGATES_CONFIG);
        return text == null ? List.of() : AggregatesParser.parse(text);
    }

    /**
     * Parses the window alone; empty if it is not set.
     *
     * @throws ExpressionException if there is a mistake; tells its place
     */
    static Optional<WindowSetting> window(Map<String, String> settings) {
        return Optional.ofNullable(settings.get(AppSettings.WINDOW_CONFIG)).map(WindowParser::parse);
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
        if (settings.containsKey(AppSettings.AGGREGATE_CONFIG)) {
            throw new ConfigException(
                    AppSettings.AGGREGATE_CONFIG,
                    EnumNames.of(aggregate),
                    "must not be set beside " + AppSettings.AGGREGATES_CONFIG);
        }
        if (valueField.isPresent()) {
            throw new ConfigException(
                    AppSettings.VALUE_FIELD_CONFIG,
                    valueField.get(),
                    "must not be set beside " + AppSettings.AGGREGATES_CONFIG + ", which names its fields itself");
        }
        String text = Objects.requireNonNull(settings.get(AppSettings.AGGREGATES_CONFIG));
        for (AggregateCall call : aggregates) {
            if (valueFormat == ValueFormat.BYTES && call.field().isPresent()) {
                throw new ExpressionException(
                        AppSettings.AGGREGATES_CONFIG,
                        text,
                        call.fieldColumn(),
                        "there are no fields if " + AppSettings.VALUE_FORMAT_CONFIG
                                + " is bytes; only count can be had");
            }
            if (!valueFormat.hasNames()
                    && call.field().filter(ValueFormat.PLAIN::equals).isEmpty()
                    && call.field().isPresent()) {
                throw new ExpressionException(
                        AppSettings.AGGREGATES_CONFIG,
                        text,
                        call.fieldColumn(),
                        "the field must be 'value' if " + AppSettings.VALUE_FORMAT_CONFIG + " is "
                                + EnumNames.of(valueFormat));
            }
        }
    }

    private void checkFormats() {
        if (valueFormat == ValueFormat.BYTES && aggregate.needsNumber()) {
            throw new ConfigException(
                    AppSettings.VALUE_FORMAT_CONFIG,
                    "bytes",
                    "must not be bytes for the aggregate " + EnumNames.of(aggregate));
        }
        if (valueFormat.hasNames()
                && valueFormat != ValueFormat.SERDE
                && aggregate.needsNumber()
                && valueField.isEmpty()) {
            throw new ConfigException(
                    AppSettings.VALUE_FIELD_CONFIG,
                    null,
                    "must name the number's field for the aggregate " + EnumNames.of(aggregate));
        }
        if (!valueFormat.hasNames() && valueField.isPresent()) {
            throw new ConfigException(
                    AppSettings.VALUE_FIELD_CONFIG,
                    valueField.get(),
                    "must not be set if " + AppSettings.VALUE_FORMAT_CONFIG + " is " + EnumNames.of(valueFormat));
        }
    }

    private void checkWindow() {
        if (timestampField.isPresent() && !valueFormat.hasNames()) {
            throw new ConfigException(
                    AppSettings.TIMESTAMP_FIELD_CONFIG,
                    timestampField.get(),
                    "must not be set if " + AppSettings.VALUE_FORMAT_CONFIG + " is " + EnumNames.of(valueFormat));
        }
        if (window.isEmpty() && finalOnly) {
            throw new ConfigException(
                    AppSettings.EMIT_CONFIG,
                    AppSettings.FINAL,
                    "needs " + AppSettings.WINDOW_CONFIG + ": without windows nothing is ever final");
        }
        if (window.isEmpty() && lateTopic.isPresent()) {
            throw new ConfigException(
                    AppSettings.LATE_TOPIC_CONFIG,
                    lateTopic.get(),
                    "needs " + AppSettings.WINDOW_CONFIG + ": without windows nothing is late");
        }
        for (AggregateCall call : aggregates) {
            if (window.isPresent() && WINDOW_FIELDS.contains(call.name())) {
                throw new ExpressionException(
                        AppSettings.AGGREGATES_CONFIG,
                        Objects.requireNonNull(settings.get(AppSettings.AGGREGATES_CONFIG)),
                        call.column(),
                        "the name '" + call.name() + "' is taken by the window; give another one with 'as'");
            }
        }
    }

    private void checkTopics() {
        if (outputTopic.equals(inputTopic)) {
            throw new ConfigException(AppSettings.OUTPUT_TOPIC_CONFIG, outputTopic, "must not be the input topic");
        }
        if (deadLetterTopic
                .filter(topic -> topic.equals(inputTopic) || topic.equals(outputTopic))
                .isPresent()) {
            throw new ConfigException(
                    AppSettings.DEAD_LETTER_TOPIC_CONFIG,
                    deadLetterTopic.get(),
                    "must be neither the input nor the output topic");
        }
        if (lateTopic
                .filter(topic -> topic.equals(inputTopic) || topic.equals(outputTopic))
                .isPresent()) {
            throw new ConfigException(
                    AppSettings.LATE_TOPIC_CONFIG, lateTopic.get(), "must be neither the input nor the output topic");
        }
    }
}
