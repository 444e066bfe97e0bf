/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/**
 * Keeps the partitioner's part of {@code docs/configuration.md} equal to the definition in code. {@code mvn test
 * -Dslipring.docs.write=true} writes it.
 */
class ConfigurationReferenceTest {
    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final String BEGIN = "<!-- generated from RingPartitionerConfig: begin -->\n";
    private static final String END = "<!-- generated from RingPartitionerConfig: end -->";

    @Test
    void page_partitionerPart_isWhatTheCodeSays() throws Exception {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        String expected = table(RingPartitionerConfig.definition());
        if (Boolean.getBoolean("slipring.docs.write")) {
            Files.writeString(PAGE, page.substring(0, begin) + expected + page.substring(end));
        }

        assertThat(Files.readString(PAGE)).contains(BEGIN + expected + END);
    }

    private static String table(ConfigDef definition) {
        return definition.configKeys().values().stream()
                .map(ConfigurationReferenceTest::row)
                .collect(Collectors.joining(
                        "",
                        "| setting | type | default | rule | importance | meaning |\n|---|---|---|---|---|---|\n",
                        ""));
    }

    private static String row(ConfigDef.ConfigKey key) {
        return "| `" + key.name + "` | " + lower(key.type) + " | "
                + (key.hasDefault() ? "`" + Objects.toString(key.defaultValue, "(none)") + "`" : "(required)") + " | "
                + Objects.toString(key.validator, "") + " | " + lower(key.importance) + " | "
                + key.documentation.replace("<code>", "`").replace("</code>", "`") + " |\n";
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
