/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.testkit.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grows a running application on one broker. */
class GrowthIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"classic", "streams"})
    void addShards_underLoad_totalsAreExact(String groupProtocol) {
        Numbers names = new Numbers("grow");
        Map<String, String> config = Map.of("group.protocol", groupProtocol);
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            NumbersCluster cluster = new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1);
            cluster.create(3);
            try (SummingApp one = new SummingApp(names, broker.bootstrapServers(), directory.resolve("one"), config);
                    SummingApp two =
                            new SummingApp(names, broker.bootstrapServers(), directory.resolve("two"), config);
                    NumbersProducer producer = NumbersProducer.byRing(names, broker.bootstrapServers(), 1, 5_000);
                    NumbersProducer stranger = NumbersProducer.byDefault(names, broker.bootstrapServers(), 2, 500);
                    Results results = new Results(names, broker.bootstrapServers())) {
                producer.awaitSent(10_000, PATIENCE);
                cluster.addShards(2);
                producer.awaitSent(30_000, PATIENCE);
                cluster.addShards(1);
                producer.awaitSent(50_000, PATIENCE);
                producer.stop();
                stranger.stop();

                results.awaitExactly(Tally.of(producer, stranger), PATIENCE);
                assertThat(one.hasFailed()).isFalse();
                assertThat(two.hasFailed()).isFalse();
            }
        }
    }
}
