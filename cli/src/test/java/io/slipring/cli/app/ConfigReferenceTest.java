/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.formats.RegistryConfig;
import io.slipring.processor.SlipringConfig;
import io.slipring.ring.source.RingSourceConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** Keeps docs/app-configuration.md as the definitions say; {@code SLIPRING_UPDATE_DOCS=true} in the environment writes it anew. */
class ConfigReferenceTest {
    private static final Path PAGE = Path.of("..", "docs", "app-configuration.md");

    @Test
    void page_definitions_agree() throws Exception {
        String page = page().stripTrailing() + "\n";
        if ("true".equals(System.getenv("SLIPRING_UPDATE_DOCS"))) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.readString(PAGE)).isEqualTo(page);
    }

    private static String page() {
        return """
                # Settings of `slipring run`

                Generated from the definitions in the code. The file is a Java properties file in UTF-8. What does not begin with
                `slipring.` goes to Kafka Streams and its clients as it is; an unknown `slipring.` setting is ignored with a
                warning, a bad value is refused before anything starts.

                Set by the application: `auto.offset.reset=earliest` and `max.task.idle.ms=-1` (other values are refused, records
                would be lost), `processing.guarantee=exactly_once_v2` (likewise), and unless the file says otherwise
                `metadata.max.age.ms=2000`, so that growth is noticed in seconds, `main.consumer.heartbeat.interval.ms=1000` (classic
                group protocol), since nothing is committed until every instance knows of a rebalance,
                `main.consumer.max.partition.fetch.bytes=131072`, so that transfers don't wait behind large fetches, and a RocksDB
                configuration that bounds the memory of all stores together to 96 MiB. `group.protocol` may be `classic` or `streams`.

                The input, output, dead-letter and late topics must exist. The application creates its transfer topic
                (`<application.id>-transfer`) and Kafka Streams its changelogs.

                """
                + section("Application", AppSettings.definition())
                + section("Schema registry", RegistryConfig.definition())
                + "`schema.registry.` before `ssl.` and any setting of Kafka's clients for TLS is for the registry.\n\n"
                + section("Ring", RingSourceConfig.definition())
                + "`slipring.ring.client.` before any client setting overrides it for the clients that read the ring.\n\n"
                + section("Aggregation", SlipringConfig.definition());
    }

    private static String section(String title, ConfigDef definition) {
        String rows = definition.configKeys().values().stream()
                .sorted(Comparator.comparing((ConfigDef.ConfigKey key) -> key.hasDefault())
                        .thenComparing(key -> key.name))
                .map(ConfigReferenceTest::row)
                .collect(Collectors.joining());
        return "## " + title + "\n\n| setting | type | default | rule | meaning |\n|---|---|---|---|---|\n" + rows
                + "\n";
    }

    private static String row(ConfigDef.ConfigKey key) {
        String rule = key.validator == null ? "" : key.validator.toString();
        String fallback =
                !key.hasDefault() ? "(must be set)" : key.defaultValue == null ? "" : "`" + key.defaultValue + "`";
        return "| `%s` | %s | %s | %s | %s |%n"
                .formatted(
                        key.name,
                        key.type.name().toLowerCase(Locale.ROOT),
                        fallback,
                        rule.replace("|", "\\|"),
                        key.documentation.replaceAll("</?code>", "`").replace("|", "\\|"))
                .replace(System.lineSeparator(), "\n");
    }
}
