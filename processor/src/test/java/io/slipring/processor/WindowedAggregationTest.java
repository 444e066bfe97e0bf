/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.aggregate.Aggregators;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.SessionWindowedKStream;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.TimeWindowedKStream;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.SessionStore;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares windows over many shards, whose ring changes meanwhile, with those of Kafka Streams itself over one partition. */
class WindowedAggregationTest {
    private static final String INPUT = "orders";
    private static final String OUTPUT = "totals";
    private static final String LATE = "late";
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final int STREAMS = Integer.getInteger("windows.streams", 20);
    private static final int RECORDS = 15;
    private static final int KEYS = 6;
    /** From a stream to the next: no window spans both, and what the one leaves is over by the other's time. */
    private static final long APART = 1_000_000;

    private static final long FAR = 1L << 45;

    /** What to aggregate. */
    enum What {
        COUNT,
        SUM,
        MIN,
        MAX;

        Aggregator<Long, Long> aggregator() {
            return switch (this) {
                case COUNT -> Aggregators.count();
                case SUM -> Aggregators.sumOfLongs(value -> value);
                case MIN -> Aggregators.minOfLongs(value -> value);
                case MAX -> Aggregators.maxOfLongs(value -> value);
            };
        }

        KTable<Windowed<String>, Long> in(SessionWindowedKStream<String, Long> sessions) {
            Materialized<String, Long, SessionStore<Bytes, byte[]>> store =
                    Materialized.<String, Long, SessionStore<Bytes, byte[]>>with(Serdes.String(), Serdes.Long())
                            .withRetention(Duration.ofMillis(2 * FAR))
                            .withCachingDisabled();
            return switch (this) {
                case COUNT -> sessions.count(store);
                case SUM -> sessions.reduce(Long::sum, store);
                case MIN -> sessions.reduce(Math::min, store);
                case MAX -> sessions.reduce(Math::max, store);
            };
        }

        KTable<Windowed<String>, Long> in(TimeWindowedKStream<String, Long> windows) {
            Materialized<String, Long, WindowStore<Bytes, byte[]>> store =
                    Materialized.<String, Long, WindowStore<Bytes, byte[]>>with(Serdes.String(), Serdes.Long())
                            // Or windows that a leap of time ends would expire in the store before they are emitted.
                            .withRetention(Duration.ofMillis(2 * FAR))
                            .withCachingDisabled();
            return switch (this) {
                case COUNT -> windows.count(store);
                case SUM -> windows.reduce(Long::sum, store);
                case MIN -> windows.reduce(Math::min, store);
                case MAX -> windows.reduce(Math::max, store);
            };
        }
    }

    /** A way to do it; with windows that don't advance, the size is the gap between sessions. */
    record Case(What what, long size, long advance, long grace, boolean finalOnly, int disorder) {
        /** The same in every run, unless told otherwise. */
        long seed() {
            return Long.getLong("windows.seed", 1) * 31 + toString().hashCode();
        }

        TimeWindows windows() {
            return TimeWindows.ofSizeAndGrace(Duration.ofMillis(size), Duration.ofMillis(grace))
                    .advanceBy(Duration.ofMillis(advance));
        }

        boolean areSessions() {
            return advance == 0;
        }

        SessionWindows sessions() {
            return SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(size), Duration.ofMillis(grace));
        }

        EmitStrategy emits() {
            return finalOnly ? EmitStrategy.onWindowClose() : EmitStrategy.onWindowUpdate();
        }
    }

    /** A record of the input. */
    private record Order(String key, long value, long timestamp) {}

    static Stream<Case> inTime() {
        return Stream.of(What.values())
                .flatMap(what -> Stream.of(true, false)
                        .flatMap(finalOnly -> Stream.of(
                                new Case(what, 1_000, 1_000, 0, finalOnly, 0),
                                new Case(what, 1_000, 1_000, 5_000, finalOnly, 5_000),
                                new Case(what, 1_000, 300, 2_000, finalOnly, 2_000),
                                new Case(what, 300, 0, 0, finalOnly, 0),
                                new Case(what, 300, 0, 3_000, finalOnly, 3_000),
                                new Case(what, 1_000, 0, 500, finalOnly, 500))));
    }

    static Stream<Case> tooLate() {
        return Stream.of(true, false)
                .flatMap(finalOnly -> Stream.of(
                        new Case(What.SUM, 1_000, 1_000, 0, finalOnly, 3_000),
                        new Case(What.COUNT, 1_000, 300, 500, finalOnly, 4_000),
                        new Case(What.MAX, 1_000, 250, 100, finalOnly, 2_000)));
    }

    @ParameterizedTest
    @MethodSource("inTime")
    void addTo_ringChangesAndKeysAnywhere_equalsKafkaStreams(Case how) {
        Random random = new Random(how.seed());
        List<List<Order>> streams = IntStream.range(0, STREAMS)
                .mapToObj(i -> orders(i, how, random))
                .toList();

        assertThat(sharded(how, streams, random)).isEqualTo(byKafkaStreams(how, streams));
    }

    @ParameterizedTest
    @MethodSource("tooLate")
    void addTo_oneShardAndRecordsTooLate_dropsWhatKafkaStreamsDrops(Case how) {
        Random random = new Random(how.seed());
        List<List<Order>> streams = IntStream.range(0, STREAMS)
                .mapToObj(i -> orders(i, how, random))
                .toList();
        List<Long> late = new ArrayList<>();
        Map<String, List<Long>> results = oneShard(how, streams, late);

        assertThat(results).isEqualTo(byKafkaStreams(how, streams));
        assertThat(late).isNotEmpty().containsExactlyElementsOf(late(how, streams));
    }

    /** What comes just after grace is not compared: Kafka Streams joins it to sessions that have gone out as final, and emits them again. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void addTo_oneShardAndRecordsTooLateForSessions_dropsWhatKafkaStreamsDrops(boolean finalOnly) {
        Case how = new Case(What.SUM, 400, 0, 1_000, finalOnly, 1_000);
        Random random = new Random(how.seed());
        List<List<Order>> streams = new ArrayList<>();
        List<Long> wanted = new ArrayList<>();
        for (int stream = 0; stream < STREAMS; stream++) {
            List<Order> orders = orders(stream, how, random);
            for (int i = 1; i < orders.size(); i += 4) {
                Order late = new Order(orders.get(i).key(), random.nextInt(1_000_000), APART * stream + APART / 2 + i);
                orders.add(i, late);
                wanted.add(late.value());
            }
            streams.add(orders);
        }
        List<Long> late = new ArrayList<>();
        Map<String, List<Long>> results = oneShard(how, streams, late);

        assertThat(results).isEqualTo(byKafkaStreams(how, streams));
        assertThat(late).containsExactlyElementsOf(wanted);
    }

    private static List<Order> orders(int stream, Case how, Random random) {
        List<Order> orders = new ArrayList<>();
        long time = APART * (stream + 1);
        for (int i = 0; i < RECORDS; i++) {
            time += random.nextInt(random.nextInt(8) == 0 ? 2_000 : 200);
            long late = how.disorder() > 0 && random.nextInt(3) == 0 ? random.nextInt(how.disorder()) : 0;
            orders.add(new Order("key-" + random.nextInt(KEYS), random.nextInt(1_000_000), time - late));
        }
        return orders;
    }

    /** Results by key and window: all of them if they are final, otherwise the last. */
    private static Map<String, List<Long>> sharded(Case how, List<List<Order>> streams, Random random) {
        Ring ring = Rings.create("orders", 3, Placements.balanced(), Set.of(INPUT));
        SettableRingSource rings = RingSources.fixed(ring);
        Map<String, List<Long>> results = new HashMap<>();
        try (ShardedTopologyDriver driver =
                ShardedTopologyDriver.create(topology(how, rings), config(), 3, rings, INPUT)) {
            for (List<Order> orders : streams) {
                if (random.nextInt(10) == 0) {
                    ring = change(ring, driver, random);
                    rings.publish(ring);
                }
                for (Order order : orders) {
                    if (random.nextBoolean()) {
                        pipe(driver, random.nextInt(driver.shards()), order);
                    } else {
                        driver.pipe(
                                INPUT,
                                order.key(),
                                order.value(),
                                new StringSerializer(),
                                new LongSerializer(),
                                order.timestamp());
                    }
                    disturb(driver, random);
                }
                read(how, driver, results);
            }
            for (int partition = 0; partition < driver.shards(); partition++) {
                pipe(driver, partition, new Order("end", 0, FAR));
            }
            settle(driver);
            read(how, driver, results);
        }
        results.keySet().removeIf(key -> key.startsWith("end"));
        return results;
    }

    private static Ring change(Ring ring, ShardedTopologyDriver driver, Random random) {
        RingChange change = RingChange.on(ring);
        List<ShardId> shards = ring.shards().stream()
                .filter(shard -> !shard.isDrained())
                .map(shard -> shard.id())
                .toList();
        if (shards.size() > 2 && random.nextBoolean()) {
            return change.removeShard(shards.get(random.nextInt(shards.size()))).next();
        }
        Ring next = change.addShards(1).next();
        if (next.requiredPartitions() > driver.shards()) {
            driver.addPartitions(1);
        }
        return next;
    }

    private static void disturb(ShardedTopologyDriver driver, Random random) {
        if (random.nextInt(10) == 0) {
            driver.deliver();
        }
        if (random.nextInt(20) == 0) {
            driver.advanceWallClock(TICK);
        }
        if (random.nextInt(500) == 0) {
            driver.restart(random.nextInt(driver.shards()));
        }
    }

    /** A tick of a task that got no time closes one vnode's windows, and there are not as many keys as this has rounds. */
    private static void settle(ShardedTopologyDriver driver) {
        for (int round = 0; round < 2 * KEYS; round++) {
            driver.settle(TICK);
        }
    }

    private static Map<String, List<Long>> oneShard(Case how, List<List<Order>> streams, List<Long> late) {
        SettableRingSource rings = RingSources.fixed(Rings.create("orders", 1, Placements.balanced(), Set.of(INPUT)));
        Map<String, List<Long>> results = new HashMap<>();
        try (ShardedTopologyDriver driver =
                ShardedTopologyDriver.create(topology(how, rings), config(), 1, rings, INPUT)) {
            for (List<Order> orders : streams) {
                orders.forEach(order -> pipe(driver, 0, order));
                driver.advanceWallClock(TICK);
            }
            pipe(driver, 0, new Order("end", 0, FAR));
            settle(driver);
            read(how, driver, results);
            driver.readOutput(LATE, new StringDeserializer(), new LongDeserializer())
                    .forEach(record -> late.add(record.value()));
        }
        results.keySet().removeIf(key -> key.startsWith("end"));
        return results;
    }

    /** Records that are late for each of their windows, as the documentation of Kafka Streams has it. */
    private static List<Long> late(Case how, List<List<Order>> streams) {
        List<Long> late = new ArrayList<>();
        long time = 0;
        for (List<Order> orders : streams) {
            for (Order order : orders) {
                time = Math.max(time, order.timestamp());
                long now = time;
                boolean open = how.windows().windowsFor(order.timestamp()).values().stream()
                        .anyMatch(window -> window.end() + how.grace() > now);
                if (!open) {
                    late.add(order.value());
                }
            }
        }
        return late;
    }

    private static void pipe(ShardedTopologyDriver driver, int partition, Order order) {
        driver.pipeTo(
                partition,
                INPUT,
                order.key(),
                order.value(),
                new StringSerializer(),
                new LongSerializer(),
                order.timestamp());
    }

    private static void read(Case how, ShardedTopologyDriver driver, Map<String, List<Long>> results) {
        for (OutputRecord<String, Long> update :
                driver.readOutput(OUTPUT, new StringDeserializer(), new LongDeserializer())) {
            add(how, results, update.key(), update.value());
        }
    }

    private static void add(Case how, Map<String, List<Long>> results, String key, @Nullable Long value) {
        if (value == null) {
            results.remove(key);
        } else if (how.finalOnly()) {
            results.computeIfAbsent(key, any -> new ArrayList<>()).add(value);
        } else {
            results.put(key, List.of(value));
        }
    }

    private static Map<String, List<Long>> byKafkaStreams(Case how, List<List<Order>> streams) {
        Map<String, List<Long>> results = new HashMap<>();
        try (TopologyTestDriver driver = new TopologyTestDriver(plain(how), config())) {
            TestInputTopic<String, Long> input =
                    driver.createInputTopic(INPUT, new StringSerializer(), new LongSerializer());
            streams.forEach(
                    orders -> orders.forEach(order -> input.pipeInput(order.key(), order.value(), order.timestamp())));
            input.pipeInput("end", 0L, FAR);
            driver.createOutputTopic(OUTPUT, new StringDeserializer(), new LongDeserializer())
                    .readKeyValuesToList()
                    .forEach(update -> add(how, results, update.key, update.value));
        }
        results.keySet().removeIf(key -> key.startsWith("end"));
        return results;
    }

    private static Topology plain(Case how) {
        StreamsBuilder builder = new StreamsBuilder();
        KGroupedStream<String, Long> orders = builder.stream(INPUT, Consumed.with(Serdes.String(), Serdes.Long()))
                .groupByKey();
        KTable<Windowed<String>, Long> totals = how.areSessions()
                ? how.what().in(orders.windowedBy(how.sessions()).emitStrategy(how.emits()))
                : how.what().in(orders.windowedBy(how.windows()).emitStrategy(how.emits()));
        totals.toStream()
                .map((key, value) -> KeyValue.pair(named(key), value))
                .to(OUTPUT, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    private static Topology topology(Case how, SettableRingSource rings) {
        StreamsBuilder builder = new StreamsBuilder();
        SlipringAggregation.Builder<String, Long, Long> definition = SlipringAggregation.<String, Long, Long>named(
                        "totals")
                .ring("orders")
                .transferTopic("orders-transfer")
                .keySerde(Serdes.String())
                .aggregator(how.what().aggregator())
                .ringSource(configs -> rings);
        WindowedAggregation<String, Long, Long> totals = (how.areSessions()
                        ? definition.windowedBy(how.sessions())
                        : definition.windowedBy(how.windows()))
                .emitStrategy(how.emits())
                .build();
        KStream<Windowed<String>, Update<Long>> updates = totals.addTo(
                builder,
                builder.stream(INPUT, Consumed.with(Serdes.String(), Serdes.Long())),
                late -> late.to(LATE, Produced.with(Serdes.String(), Serdes.Long())));
        updates.map((key, update) -> KeyValue.pair(named(key), update == null ? null : update.value()))
                .to(OUTPUT, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    private static String named(Windowed<String> key) {
        return key.key() + "@" + key.window().start() + "-" + key.window().end();
    }

    private static Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.InternalConfig.EMIT_INTERVAL_MS_KSTREAMS_WINDOWED_AGGREGATION, 0L);
        // Time passes faster here than records come.
        config.put(SlipringConfig.IDLE_MS_CONFIG, Long.MAX_VALUE);
        return config;
    }
}
