/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RingSourceConfigTest {
    private static final Map<String, String> MINIMAL =
            Map.of("bootstrap.servers", "localhost:9092", "slipring.ring", "orders");

    @Test
    void parse_minimal_hasDefaults() {
        RingSourceConfig config = RingSourceConfig.parse(MINIMAL);

        assertThat(config.ring()).isEqualTo("orders");
        assertThat(config.file()).isEmpty();
        assertThat(config.control().topic()).isEqualTo("__slipring");
        assertThat(config.control().timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.control().client()).isEqualTo(Map.of("bootstrap.servers", "localhost:9092"));
    }

    @Test
    void parse_everything_isMapped() {
        RingSourceConfig config = RingSourceConfig.parse(with(Map.of(
                "slipring.ring.topic", "rings",
                "slipring.ring.file", "/etc/orders.ring",
                "slipring.ring.timeout.ms", 1500,
                "slipring.ring.client.client.rack", "a")));

        assertThat(config.file()).contains(Path.of("/etc/orders.ring"));
        assertThat(config.control().topic()).isEqualTo("rings");
        assertThat(config.control().timeout()).isEqualTo(Duration.ofMillis(1500));
        assertThat(config.control().client()).containsEntry("client.rack", "a");
    }

    @Test
    void parse_clientSettings_inheritsConnectionAndSecurityOnly() {
        RingSourceConfig config = RingSourceConfig.parse(with(Map.of(
                "security.protocol", "SASL_SSL",
                "sasl.mechanism", "PLAIN",
                "sasl.jaas.config", "secret",
                "ssl.truststore.location", "/t",
                "client.id", "mine",
                "transactional.id", "tx",
                "acks", "1")));

        assertThat(config.control().client().keySet())
                .containsExactlyInAnyOrder(
                        "bootstrap.servers",
                        "security.protocol",
                        "sasl.mechanism",
                        "sasl.jaas.config",
                        "ssl.truststore.location");
    }

    @Test
    void parse_overrides_winOverTheClientsOwn() {
        RingSourceConfig config = RingSourceConfig.parse(with(Map.of(
                "security.protocol", "SASL_SSL",
                "slipring.ring.client.security.protocol", "PLAINTEXT",
                "slipring.ring.client.bootstrap.servers", "other:9092")));

        assertThat(config.control().client())
                .containsEntry("security.protocol", "PLAINTEXT")
                .containsEntry("bootstrap.servers", "other:9092");
    }

    @Test
    void clientFor_twice_neverSharesAClientId() {
        ControlTopicConfig control = RingSourceConfig.parse(with(Map.of("slipring.ring.client.client.id", "mine")))
                .control();

        Object first = control.clientFor("reader", Map.of()).get("client.id");
        Object second = control.clientFor("reader", Map.of()).get("client.id");

        assertThat(first).isNotEqualTo(second).asString().startsWith("slipring-reader-");
    }

    @Test
    void toString_withSecrets_leavesThemOut() {
        assertThat(RingSourceConfig.parse(with(Map.of("sasl.jaas.config", "very secret"))))
                .asString()
                .contains("sasl.jaas.config")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "slipring.ring, ''",
        "slipring.ring, ' '",
        "slipring.ring, a/b",
        "slipring.ring.topic, ''",
        "slipring.ring.topic, a b",
        "slipring.ring.file, ''",
        "slipring.ring.timeout.ms, 0",
        "slipring.ring.timeout.ms, -1",
        "slipring.ring.timeout.ms, 3600001",
        "slipring.ring.timeout.ms, soon",
    })
    void parse_badValue_namesKeyAndValue(String key, String value) {
        assertThatThrownBy(() -> RingSourceConfig.parse(with(Map.of(key, value))))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Invalid value " + value.strip())
                .hasMessageContaining(key);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3_600_000})
    void parse_timeoutAtItsBounds_isTaken(int millis) {
        assertThat(RingSourceConfig.parse(with(Map.of("slipring.ring.timeout.ms", millis)))
                        .control()
                        .timeout())
                .isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void parse_noRing_namesTheKey() {
        assertThatThrownBy(() -> RingSourceConfig.parse(Map.of("bootstrap.servers", "localhost:9092")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"slipring.ring\"");
    }

    @Test
    void parse_topicWithoutBrokers_namesTheKey() {
        assertThatThrownBy(() -> RingSourceConfig.parse(Map.of("slipring.ring", "orders")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("bootstrap.servers")
                .hasMessageContaining("must be set");
    }

    @Test
    void unknownKeys_typos_areFound() {
        assertThat(RingSourceConfig.unknownKeys(with(Map.of(
                        "slipring.ring.timeout", "1", "slipring.rnig", "orders", "slipring.ring.client.foo", "x"))))
                .containsExactly("slipring.ring.timeout", "slipring.rnig");
    }

    private static Map<String, Object> with(Map<String, ?> more) {
        Map<String, Object> all = new HashMap<>(MINIMAL);
        all.putAll(more);
        return all;
    }
}
