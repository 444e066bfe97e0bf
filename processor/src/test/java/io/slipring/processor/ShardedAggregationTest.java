/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.Tally.Sum;
import io.slipring.processor.aggregate.Aggregators;
import io.slipring.processor.core.HomeKey;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.ShardId;
import io.slipring.ring.source.RingSources;
import io.slipring.ring.source.SettableRingSource;
import io.slipring.testkit.OutputRecord;
import io.slipring.testkit.ShardedTopologyDriver;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Grows and shrinks the real topology over many partitions, without a broker. */
class ShardedAggregationTest {
    private static final String INPUT = "orders";
    /** Longer than an idle task waits before it looks for a new epoch. */
    private static final Duration TICK = Duration.ofSeconds(1);

    private static final int KEYS = 300;

    private final Tally produced = new Tally();
    private final Map<String, Sum> latest = new HashMap<>();

    private static Topology topology(SettableRingSource rings) {
        StreamsBuilder builder = new StreamsBuilder();
        SlipringAggregation<String, Long, Long> sums = SlipringAggregation.<String, Long, Long>named("sums")
                .ring("orders")
                .transferTopic("orders-transfer")
                .keySerde(Serdes.String())
                .aggregator(Aggregators.sumOfLongs(value -> value))
                .ringSource(configs -> rings)
                .build();
        sums.addTo(builder, builder.stream(INPUT, Consumed.with(Serdes.String(), Serdes.Long())))
                .mapValues(update -> update.records() + " " + update.value())
                .to("totals", Produced.with(Serdes.String(), Serdes.String()));
        return builder.build();
    }

    private static Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        return config;
    }

    private static Ring ring(int shards) {
        return Rings.create("orders", shards, Placements.byName("balanced"), Set.of(INPUT));
    }

    private void pipe(ShardedTopologyDriver driver, Random random, int records) {
        for (int i = 0; i < records; i++) {
            String key = "key-" + random.nextInt(KEYS);
            long number = random.nextInt(100);
            if (random.nextInt(4) == 0) {
                int partition = random.nextInt(driver.shards());
                driver.pipeTo(partition, INPUT, key, number, new StringSerializer(), new LongSerializer(), i);
            } else {
                driver.pipe(INPUT, key, number, new StringSerializer(), new LongSerializer(), i);
            }
            produced.add(key, number);
            if (random.nextInt(10) == 0) {
                driver.deliver();
            }
            if (random.nextInt(50) == 0) {
                driver.advanceWallClock(TICK);
            }
        }
        readTotals(driver);
    }

    private void readTotals(ShardedTopologyDriver driver) {
        for (OutputRecord<String, String> total :
                driver.readOutput("totals", new StringDeserializer(), new StringDeserializer())) {
            String[] words = total.value().split(" ", 2);
            Sum sum = new Sum(Long.parseLong(words[0]), Long.parseLong(words[1]));
            Sum before = latest.put(total.key(), sum);
            assertThat(before == null || before.records() <= sum.records())
                    .as("%s: %s after %s", total.key(), sum, before)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void publish_growShrinkRestart_totalsAreExactAndNeverUnderstated(long seed) {
        Random random = new Random(seed);
        Ring first = ring(2);
        SettableRingSource rings = RingSources.fixed(first);
        try (ShardedTopologyDriver driver = ShardedTopologyDriver.create(topology(rings), config(), 2, rings, INPUT)) {
            pipe(driver, random, 500);

            driver.addPartitions(2);
            Ring grown = RingChange.on(first).addShards(2).next();
            rings.publish(grown);
            pipe(driver, random, 300);
            driver.restart(random.nextInt(4));
            pipe(driver, random, 200);
            Ring shrunk = RingChange.on(grown).removeShard(new ShardId(0)).next();
            rings.publish(shrunk);
            pipe(driver, random, 100);
            driver.restart(random.nextInt(4));
            rings.publish(RingChange.on(shrunk).addShards(1).next());
            pipe(driver, random, 500);
            driver.settle(TICK);
            readTotals(driver);

            assertThat(latest).as("seed %d", seed).isEqualTo(produced.sums());
        }
    }

    @Test
    void publish_oneMoreShard_movesOnlyItsFairShareOfState() {
        Ring four = ring(4);
        SettableRingSource rings = RingSources.fixed(four);
        try (ShardedTopologyDriver driver = ShardedTopologyDriver.create(topology(rings), config(), 4, rings, INPUT)) {
            pipe(driver, new Random(7), 2_000);
            driver.settle(TICK);
            driver.addPartitions(1);
            rings.publish(RingChange.on(four).addShards(1).next());
            driver.settle(TICK);
            readTotals(driver);

            assertThat(latest).isEqualTo(produced.sums());
            long moved = entries(driver, 4);
            long stayed = entries(driver, 0) + entries(driver, 1) + entries(driver, 2) + entries(driver, 3);
            assertThat(moved + stayed).isEqualTo(produced.sums().size());
            assertThat((double) moved / KEYS).isBetween(0.12, 0.28);
        }
    }

    private static long entries(ShardedTopologyDriver driver, int partition) {
        KeyValueStore<Bytes, byte[]> home = driver.store(partition, "sums-home");
        long entries = 0;
        try (var all = home.all()) {
            while (all.hasNext()) {
                if (HomeKey.isEntry(all.next().key.get())) {
                    entries++;
                }
            }
        }
        return entries;
    }
}
