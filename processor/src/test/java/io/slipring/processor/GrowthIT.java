/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.Tally.Sum;
import io.slipring.testkit.Broker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
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
        try (Broker broker = Broker.start()) {
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

                Tally produced = Tally.of(producer, stranger);
                results.awaitExactly(produced, PATIENCE);
                cluster.awaitSettled(PATIENCE);
                assertThat(queried(List.of(one, two), produced.sums().keySet())).isEqualTo(produced.sums());
                assertThat(one.hasFailed()).isFalse();
                assertThat(two.hasFailed()).isFalse();
            }
        }
    }

    /** Asks the instances for each key until its owner gives the complete answer. */
    private static Map<String, Sum> queried(List<SummingApp> instances, Set<String> keys) {
        Map<String, Sum> answers = new HashMap<>();
        Awaitility.await().atMost(PATIENCE).until(() -> {
            for (String key : keys) {
                for (SummingApp instance : instances) {
                    try {
                        instance.state()
                                .get(key)
                                .ifPresent(update -> answers.put(key, new Sum(update.records(), update.value())));
                    } catch (KeyNotLocalException | HandoffInProgressException e) {
                        continue;
                    }
                }
            }
            return answers.keySet().equals(keys);
        });
        return answers;
    }
}
