/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.partitioner.HotKeySettings;
import io.slipring.partitioner.SplittingRouter;
import io.slipring.processor.aggregate.Aggregators;
import io.slipring.processor.aggregate.Stats;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.source.RingSources;
import io.slipring.ring.source.SettableRingSource;
import io.slipring.testkit.OutputRecord;
import io.slipring.testkit.ShardedTopologyDriver;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.junit.jupiter.api.Test;

/** Aggregates split keys in the real topology, without a broker. */
class SplitAggregationTest {
    private static final String INPUT = "orders";
    private static final int SHARDS = 8;
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final List<String> SPLIT = List.of("a", "ab", "a\0", "");

    @Test
    void stats_splitOneEightTwoOne_equalAnUnsplitRun() {
        Map<String, String> unsplit = run(List.of(1, 1, 1, 1));

        Map<String, String> split = run(List.of(1, 8, 2, 1));

        assertThat(split).isEqualTo(unsplit).hasSize(SPLIT.size() + 50);
    }

    /** Runs the same records, with the keys split so many ways in each quarter; returns the last update of each key. */
    private static Map<String, String> run(List<Integer> ways) {
        Ring ring = Rings.create("orders", SHARDS, Placements.balanced(), Set.of(INPUT));
        SettableRingSource rings = RingSources.fixed(ring);
        Map<String, String> latest = new HashMap<>();
        Random random = new Random(3);
        Random chance = new Random(4);
        try (ShardedTopologyDriver driver =
                        ShardedTopologyDriver.create(topology(rings), config(), SHARDS, rings, INPUT);
                SplittingRouter router = new SplittingRouter(rings, HotKeySettings.DEFAULT, 100)) {
            for (int quarter : ways) {
                ring = RingChange.on(ring)
                        .splitMode(SplitMode.DECLARED)
                        .splits(
                                quarter == 1
                                        ? List.of()
                                        : SPLIT.stream()
                                                .map(key -> over(key, quarter))
                                                .toList())
                        .next();
                rings.publish(ring);
                for (int i = 0; i < 2_000; i++) {
                    String key = random.nextInt(3) > 0
                            ? SPLIT.get(random.nextInt(SPLIT.size()))
                            : "key-" + random.nextInt(50);
                    int partition = router.partition(INPUT, key.getBytes(StandardCharsets.UTF_8), 50, SHARDS);
                    driver.pipeTo(
                            partition,
                            INPUT,
                            key,
                            (long) random.nextInt(1_000),
                            new StringSerializer(),
                            new LongSerializer(),
                            i);
                    if (chance.nextInt(20) == 0) {
                        driver.deliver();
                    }
                    if (chance.nextInt(100) == 0) {
                        driver.advanceWallClock(TICK);
                    }
                    if (chance.nextInt(500) == 0) {
                        driver.restart(chance.nextInt(SHARDS));
                    }
                }
            }
            driver.settle(TICK);
            for (OutputRecord<String, String> update :
                    driver.readOutput("totals", new StringDeserializer(), new StringDeserializer())) {
                latest.put(update.key(), update.value());
            }
        }
        return latest;
    }

    private static SplitKey over(String key, int ways) {
        return new SplitKey(
                key.getBytes(StandardCharsets.UTF_8),
                IntStream.range(0, ways).mapToObj(ShardId::new).toList());
    }

    private static Topology topology(SettableRingSource rings) {
        StreamsBuilder builder = new StreamsBuilder();
        SlipringAggregation<String, Long, Stats> stats = SlipringAggregation.<String, Long, Stats>named("stats")
                .ring("orders")
                .transferTopic("orders-transfer")
                .keySerde(Serdes.String())
                .aggregator(Aggregators.stats(BigDecimal::valueOf))
                .ringSource(configs -> rings)
                .build();
        stats.addTo(builder, builder.stream(INPUT, Consumed.with(Serdes.String(), Serdes.Long())))
                .mapValues(update -> update.records() + " " + update.value())
                .to("totals", Produced.with(Serdes.String(), Serdes.String()));
        return builder.build();
    }

    private static Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        return config;
    }
}
