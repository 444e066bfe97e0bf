/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
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
import java.util.TreeMap;
import org.apache.kafka.common.serialization.LongDeserializer;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table of the latest values, over shards that are added meanwhile. */
class LatestTableTest {
    private static final String INPUT = "changes";
    private static final String OUTPUT = "table";
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final int KEYS = 50;
    private static final int RECORDS = 2_000;

    private final Ring ring = Rings.create("table", 3, Placements.balanced(), Set.of(INPUT));
    private final SettableRingSource rings = RingSources.fixed(ring);

    @Test
    void addTo_olderRecordAfterADeletion_doesNotBringTheKeyBack() {
        try (ShardedTopologyDriver driver = ShardedTopologyDriver.create(topology(rings), config(), 3, rings, INPUT)) {
            pipe(driver, 0, "gone", 1L, 10);
            pipe(driver, 1, "gone", null, 30);
            pipe(driver, 2, "gone", 2L, 20);
            pipe(driver, 1, "back", null, 10);
            pipe(driver, 2, "back", 3L, 11);
            driver.settle(TICK);

            Map<String, Long> table = new HashMap<>();
            read(driver, table);
            assertThat(table).containsExactly(Map.entry("back", 3L));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void addTo_anyOrderAnywhereGrownMeanwhile_isTheLatestOfEachKey(long seed) {
        Random random = new Random(seed);
        Map<String, Long> timestamps = new HashMap<>();
        Map<String, Long> wanted = new TreeMap<>();
        Map<String, Long> table = new TreeMap<>();
        Ring current = ring;
        try (ShardedTopologyDriver driver = ShardedTopologyDriver.create(topology(rings), config(), 3, rings, INPUT)) {
            for (int i = 0; i < RECORDS; i++) {
                String key = "key-" + random.nextInt(KEYS);
                Long value = random.nextInt(4) == 0 ? null : random.nextLong();
                long timestamp = (i + (long) random.nextInt(500)) * RECORDS + i; // no two the same
                if (timestamp > timestamps.getOrDefault(key, -1L)) {
                    timestamps.put(key, timestamp);
                    wanted.put(key, value);
                }
                pipe(driver, random.nextInt(driver.shards()), key, value, timestamp);
                if (i % 500 == 499) {
                    current = RingChange.on(current).addShards(1).next();
                    driver.addPartitions(1);
                    rings.publish(current);
                }
                if (random.nextInt(50) == 0) {
                    driver.advanceWallClock(TICK);
                }
            }
            driver.settle(TICK);
            read(driver, table);
        }
        wanted.values().removeIf(value -> value == null);

        assertThat(table).isEqualTo(wanted);
    }

    private static void pipe(ShardedTopologyDriver driver, int partition, String key, Long value, long timestamp) {
        driver.pipeTo(partition, INPUT, key, value, new StringSerializer(), new LongSerializer(), timestamp);
    }

    private static void read(ShardedTopologyDriver driver, Map<String, Long> table) {
        for (OutputRecord<String, Long> change :
                driver.readOutput(OUTPUT, new StringDeserializer(), new LongDeserializer())) {
            if (change.value() == null) {
                table.remove(change.key());
            } else {
                table.put(change.key(), change.value());
            }
        }
    }

    private static Topology topology(SettableRingSource rings) {
        StreamsBuilder builder = new StreamsBuilder();
        LatestTable<String, Long> table = SlipringAggregation.<String, Long, Long>named("latest")
                .ring("table")
                .transferTopic("latest-transfer")
                .keySerde(Serdes.String())
                .ringSource(configs -> rings)
                .latest(Serdes.Long());
        table.addTo(builder, builder.stream(INPUT, Consumed.with(Serdes.String(), Serdes.Long())))
                .to(OUTPUT, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    private static Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        return config;
    }
}
