/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.source.RingSources;
import io.slipring.ring.source.SettableRingSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** The code of docs/testing.md. */
class TestingGuideTest {
    @Test
    void addPartitions_whileClicksFlow_keepsEveryTotalExact() {
        Ring four = Rings.create("clicks", 4, Placements.byName("balanced"), Set.of("clicks", "transfer"));
        Ring five = RingChange.on(four).addShards(1).next();
        SettableRingSource rings = RingSources.fixed(four);
        Properties config = new Properties();

        try (ShardedTopologyDriver driver =
                ShardedTopologyDriver.create(ClickCount.topology(rings), config, 4, rings, "clicks")) {
            for (int i = 0; i < 1_000; i++) {
                driver.pipe("clicks", "page-" + i % 50, 1L, new StringSerializer(), new LongSerializer(), i);
            }

            driver.addPartitions(1);
            rings.publish(five);
            for (int i = 0; i < 1_000; i++) {
                driver.pipe("clicks", "page-" + i % 50, 1L, new StringSerializer(), new LongSerializer(), i);
            }
            driver.restart(2);
            driver.settle(ClickCount.INTERVAL);

            List<OutputRecord<String, Long>> totals =
                    driver.readOutput("totals", new StringDeserializer(), new LongDeserializer());
            for (int page = 0; page < 50; page++) {
                String name = "page-" + page;
                assertThat(totals)
                        .filteredOn(total -> name.equals(total.key()))
                        .last()
                        .satisfies(total -> assertThat(total.value()).isEqualTo(40))
                        .satisfies(total -> assertThat(total.shard()).isEqualTo(ClickCount.owner(rings, name)));
            }
        }
    }

    @Test
    void fuzz_serdeOfTotals_readsOrRefusesByName() {
        Serde<Long> serde = Serdes.Long();
        Fuzz.of("totals", bytes -> serde.deserializer().deserialize("totals", bytes))
                .sample(serde.serializer().serialize("totals", 40L))
                .refuses(SerializationException.class)
                .run();
    }

    @Test
    void guide_hasOnlyCodeFromCompiledTests() throws Exception {
        String guide = Files.readString(Path.of("../docs/testing.md"));
        String tests = normal(Files.readString(source("TestingGuideTest")) + Files.readString(source("ClickCount")));

        List<MatchResult> blocks = new ArrayList<>();
        Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(guide)
                .results()
                .forEach(blocks::add);

        assertThat(blocks).isNotEmpty().allSatisfy(block -> assertThat(tests).contains(normal(block.group(1))));
    }

    private static Path source(String name) {
        return Path.of("src/test/java/io/slipring/testkit", name + ".java");
    }

    private static String normal(String code) {
        return code.replaceAll("\\s+", " ").trim();
    }
}
