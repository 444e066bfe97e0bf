/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AppConfigTest {
    private static final Map<String, String> LEAST = Map.of(
            "application.id", "delays",
            "bootstrap.servers", "b:1",
            "slipring.ring", "flights",
            "slipring.input.topic", "flights",
            "slipring.output.topic", "delays");

    @Test
    void parse_leastSettings_countsJsonByStringKeys() {
        assertThat(AppConfig.parse(LEAST))
                .isEqualTo(new AppConfig(
                        "delays",
                        "b:1",
                        "flights",
                        "flights",
                        KeyFormat.STRING,
                        ValueFormat.JSON,
                        Optional.empty(),
                        AggregateKind.COUNT,
                        List.of(),
                        "delays",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        LEAST));
    }

    @Test
    void parse_everything_mapsEachSetting() {
        AppConfig config = AppConfig.parse(with(Map.of(
                "slipring.key.format", "bytes",
                "slipring.value.format", "json",
                "slipring.value.field", "delay",
                "slipring.aggregate", "stats",
                "slipring.dead.letter.topic", "dead",
                "slipring.http.listen", ":9400")));

        assertThat(config.keyFormat()).isEqualTo(KeyFormat.BYTES);
        assertThat(config.valueFormat()).isEqualTo(ValueFormat.JSON);
        assertThat(config.valueField()).contains("delay");
        assertThat(config.aggregate()).isEqualTo(AggregateKind.STATS);
        assertThat(config.deadLetterTopic()).contains("dead");
        assertThat(config.httpListen()).contains(new InetSocketAddress(9400));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application.id",
                "bootstrap.servers",
                "slipring.ring",
                "slipring.input.topic",
                "slipring.output.topic"
            })
    void parse_missingOrBlankSetting_namesIt(String key) {
        Map<String, String> missing = new HashMap<>(LEAST);
        missing.remove(key);

        assertThatThrownBy(() -> AppConfig.parse(missing))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
        assertThatThrownBy(() -> AppConfig.parse(with(Map.of(key, " "))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key);
    }

    @ParameterizedTest
    @CsvSource({
        "slipring.key.format,xml,one of",
        "slipring.value.format,xml,one of",
        "slipring.aggregate,median,one of",
        "slipring.aggregate,sum,must name the number's field",
        "slipring.value.field,' ',must not be blank",
        "slipring.dead.letter.topic,' ',must not be blank",
        "slipring.dead.letter.topic,flights,must be neither",
        "slipring.output.topic,flights,must not be the input topic",
        "slipring.http.listen,9400,must be host:port",
        "slipring.http.listen,a:b,must be host:port",
        "slipring.http.listen,:65536,must be host:port",
    })
    void parse_settingBreaksItsRule_saysTheRule(String key, String value, String rule) {
        assertThatThrownBy(() -> AppConfig.parse(with(Map.of(key, value.replace("''", "'")))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(rule);
    }

    @Test
    void parse_formatsThatDontGoTogether_areRefused() {
        assertThatThrownBy(() ->
                        AppConfig.parse(with(Map.of("slipring.value.format", "bytes", "slipring.aggregate", "sum"))))
                .hasMessage("Invalid value bytes for configuration slipring.value.format: must not be bytes"
                        + " for the aggregate sum");
        assertThatThrownBy(() ->
                        AppConfig.parse(with(Map.of("slipring.value.format", "number", "slipring.value.field", "x"))))
                .hasMessageContaining("must not be set if slipring.value.format is number");
    }

    @Test
    void parse_aggregates_areReadInOrder() {
        AppConfig config = AppConfig.parse(with(Map.of("slipring.aggregates", "count, sum(delay) as total")));

        assertThat(config.aggregates()).extracting(AggregateCall::name).containsExactly("count", "total");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "slipring.aggregate; sum; must not be set beside slipring.aggregates",
                "slipring.value.field; delay; must not be set beside slipring.aggregates",
                "slipring.value.format; bytes; column 12: there are no fields if slipring.value.format is bytes",
                "slipring.value.format; number; column 12: the field must be 'value'",
            })
    void parse_settingThatDoesNotGoWithAggregates_isRefused(String key, String value, String rule) {
        assertThatThrownBy(() -> AppConfig.parse(with(Map.of("slipring.aggregates", "count, sum(delay)", key, value))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(rule);
    }

    @Test
    void parse_window_isReadWithWhatGoesWithIt() {
        AppConfig config = AppConfig.parse(with(Map.of(
                "slipring.window", "hopping 1h every 5m grace 1m",
                "slipring.emit", "final",
                "slipring.late.topic", "late",
                "slipring.timestamp.field", "at")));

        assertThat(config.window())
                .contains(new WindowSetting(Duration.ofHours(1), Duration.ofMinutes(5), Duration.ofMinutes(1)));
        assertThat(config.finalOnly()).isTrue();
        assertThat(config.lateTopic()).contains("late");
        assertThat(config.timestampField()).contains("at");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "slipring.emit; final; needs slipring.window",
                "slipring.emit; often; must be one of: change, final",
                "slipring.late.topic; late; needs slipring.window",
                "slipring.window; tumbling 1h; column 12: expected 'grace'",
            })
    void parse_settingOfWindowsThatDoesNotGo_isRefused(String key, String value, String rule) {
        assertThatThrownBy(() -> AppConfig.parse(with(Map.of(key, value))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(rule);
    }

    @Test
    void parse_windowsAndWhatDoesNotGoWithThem_isRefused() {
        Map<String, String> window = Map.of("slipring.window", "tumbling 1h grace 0");
        assertThatThrownBy(() ->
                        AppConfig.parse(with(window, Map.of("slipring.aggregates", "count, sum(x) as window_end"))))
                .hasMessageContaining("slipring.aggregates: column 8: the name 'window_end' is taken by the window");
        assertThatThrownBy(() -> AppConfig.parse(with(window, Map.of("slipring.late.topic", "flights"))))
                .hasMessageContaining("must be neither the input nor the output topic");
        assertThatThrownBy(() -> AppConfig.parse(
                        with(Map.of("slipring.timestamp.field", "at", "slipring.input.value.format", "bytes"))))
                .hasMessageContaining("must not be set if slipring.value.format is bytes");
        assertThat(AppConfig.parse(with(Map.of("slipring.aggregates", "count, sum(x) as window_end")))
                        .aggregates())
                .hasSize(2);
    }

    @Test
    void of_misspeltSetting_isFound() {
        Map<String, String> settings = with(Map.of(
                "slipring.agregate", "sum",
                "slipring.ring.client.ssl.protocol", "TLS",
                "slipring.idle.tick.ms", "50",
                "slipring.ring.timeout.ms", "1000"));

        assertThat(UnknownSettings.of(settings)).containsExactly("slipring.agregate");
    }

    @Test
    void of_leastSettings_setsWhatCorrectnessNeeds() {
        assertThat(settings(AppConfig.parse(LEAST)))
                .containsEntry(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2)
                .containsEntry("auto.offset.reset", "earliest")
                .containsEntry(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, "-1")
                .containsEntry("metadata.max.age.ms", "2000")
                .containsEntry("main.consumer.heartbeat.interval.ms", "1000")
                .containsEntry("main.consumer.max.partition.fetch.bytes", "131072")
                .doesNotContainKey(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
    }

    @Test
    void of_requiredSettingOtherwise_isRefused() {
        AppConfig config = AppConfig.parse(with(Map.of("auto.offset.reset", "latest")));

        assertThatThrownBy(() -> settings(config))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("latest for configuration auto.offset.reset: must be earliest");
    }

    @Test
    void of_userSettings_winOverDefaults() {
        AppConfig config = AppConfig.parse(with(Map.of(
                "commit.interval.ms", "250",
                "metadata.max.age.ms", "700",
                "slipring.dead.letter.topic", "dead",
                "slipring.http.listen", ":9400")));

        assertThat(settings(config))
                .containsEntry("commit.interval.ms", "250")
                .containsEntry("metadata.max.age.ms", "700")
                .containsEntry(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "dead");
    }

    @Test
    void of_userSettingOfAllConsumers_isNotOverriddenForTheMainOne() {
        for (String prefix : List.of("", "consumer.")) {
            AppConfig config = AppConfig.parse(with(Map.of(
                    prefix + "heartbeat.interval.ms", "500",
                    prefix + "max.partition.fetch.bytes", "1048576")));

            assertThat(settings(config))
                    .doesNotContainKeys(
                            "main.consumer.heartbeat.interval.ms", "main.consumer.max.partition.fetch.bytes");
        }
    }

    @Test
    void of_streamsProtocol_leavesTheHeartbeatToTheBrokers() {
        AppConfig config = AppConfig.parse(with(Map.of("group.protocol", "streams")));

        assertThat(settings(config)).doesNotContainKey("main.consumer.heartbeat.interval.ms");
    }

    @Test
    void parse_formerNames_areStillRead() {
        AppConfig config = AppConfig.parse(with(Map.of(
                "slipring.input.key.format", "bytes",
                "slipring.input.value.format", "json",
                "slipring.input.value.field", "delay",
                "slipring.aggregate", "sum")));

        assertThat(config.keyFormat()).isEqualTo(KeyFormat.BYTES);
        assertThat(config.plainFields()).containsExactly(new Wanted("delay", Wanted.As.NUMBER));
        assertThat(UnknownSettings.of(config.settings())).isEmpty();
        assertThatThrownBy(() -> AppConfig.parse(
                        with(Map.of("slipring.input.value.format", "json", "slipring.value.format", "json"))))
                .hasMessageContaining("must not be set beside slipring.value.format");
    }

    @Test
    void parse_serdeBesideFormat_isRefused() {
        assertThat(AppConfig.parse(with(Map.of("slipring.value.serde", "x.Y"))).valueFormat())
                .isEqualTo(ValueFormat.SERDE);
        assertThatThrownBy(() ->
                        AppConfig.parse(with(Map.of("slipring.value.serde", "x.Y", "slipring.value.format", "json"))))
                .hasMessageContaining("must not be set beside slipring.value.format");
    }

    @Test
    void parse_deadLetterTopicAsKafkaNamesIt_isOne() {
        String kafka = StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG;

        assertThat(AppConfig.parse(with(Map.of(kafka, "dead"))).deadLetterTopic())
                .contains("dead");
        assertThatThrownBy(() -> AppConfig.parse(with(Map.of(kafka, "dead", "slipring.dead.letter.topic", "other"))))
                .hasMessageContaining("must be the same as " + kafka);
    }

    private static Map<String, Object> settings(AppConfig config) {
        return StreamsSettings.of(config, reason -> {}, new DeadLetters(), new Patience(Duration.ofMinutes(1)));
    }

    private static Map<String, String> with(Map<String, String> some, Map<String, String> more) {
        Map<String, String> both = new HashMap<>(some);
        both.putAll(more);
        return with(both);
    }

    private static Map<String, String> with(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(LEAST);
        settings.putAll(more);
        return settings;
    }
}
