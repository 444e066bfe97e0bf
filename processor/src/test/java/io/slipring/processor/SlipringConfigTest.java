/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlipringConfigTest {
    private static Map<String, Object> with(String key, Object value) {
        Map<String, Object> config = new HashMap<>(Map.of("processing.guarantee", "exactly_once_v2"));
        config.put(key, value);
        return config;
    }

    @Test
    void constructor_onlyTheGuarantee_hasDefaults() {
        SlipringConfig config = new SlipringConfig(Map.of("processing.guarantee", "exactly_once_v2"));

        assertThat(config.idleTick()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.commitInterval()).isEqualTo(Duration.ofMillis(100));
        assertThat(config.progressInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.purgeInterval()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.limits().combinerEntries()).isEqualTo(10_000);
        assertThat(config.limits().transferBytes()).isEqualTo(262_144);
        assertThat(config.limits().handoffBytesPerSecond()).isEqualTo(52_428_800);
        assertThat(config.limits().tickNanos()).isEqualTo(10_000_000);
        assertThat(config.partitionOverride()).isEmpty();
    }

    @Test
    void constructor_stringsAndNativeTypes_areTaken() {
        assertThat(new SlipringConfig(with("slipring.purge.interval.ms", 700)).purgeInterval())
                .isEqualTo(Duration.ofMillis(700));
        assertThat(new SlipringConfig(with("slipring.purge.interval.ms", "700")).purgeInterval())
                .isEqualTo(Duration.ofMillis(700));
        assertThat(new SlipringConfig(with("commit.interval.ms", "250")).commitInterval())
                .isEqualTo(Duration.ofMillis(250));
        assertThat(new SlipringConfig(with("__slipring.partition", 7)).partitionOverride())
                .hasValue(7);
    }

    @ParameterizedTest
    @CsvSource({
        "slipring.idle.tick.ms, 0",
        "slipring.idle.tick.ms, 60001",
        "slipring.combiner.max.entries, 0",
        "slipring.transfer.max.bytes, 0",
        "slipring.transfer.max.bytes, 524289",
        "slipring.handoff.max.bytes.per.second, 0",
        "slipring.handoff.tick.ms, 0",
        "slipring.handoff.tick.ms, 10001",
        "slipring.progress.interval.ms, 9",
        "slipring.purge.interval.ms, 99",
        "slipring.purge.interval.ms, soon",
    })
    void constructor_valueOutOfBounds_isRefusedWithKeyAndValue(String key, String value) {
        assertThatThrownBy(() -> new SlipringConfig(with(key, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(value);
    }

    @Test
    void constructor_atLeastOnce_isRefusedWithTheReason() {
        assertThatThrownBy(() -> new SlipringConfig(with("processing.guarantee", "at_least_once")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("processing.guarantee")
                .hasMessageContaining("can lose the state under way");
        assertThatThrownBy(() -> new SlipringConfig(Map.of())).isInstanceOf(ConfigException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto.offset.reset", "consumer.auto.offset.reset", "main.consumer.auto.offset.reset"})
    void constructor_readingFromTheEnd_isRefused(String key) {
        assertThatThrownBy(() -> new SlipringConfig(with(key, "latest")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining("earliest");
    }
}
