/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.errors.RingDoesNotFitException;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.source.RingSources;
import io.slipring.ring.source.SettableRingSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("removal") // Kafka 4.4 replaces the method that the lambdas implement
class ShardedTopologyDriverTest {
    private static final StringSerializer KEY = new StringSerializer();
    private static final LongSerializer VALUE = new LongSerializer();

    private final Ring four = Rings.create("clicks", 4, Placements.byName("balanced"), Set.of("clicks", "transfer"));
    private final Ring five = RingChange.on(four).addShards(1).next();
    private final SettableRingSource rings = RingSources.fixed(four);

    @Test
    void pipe_ofARingTopic_takesTheRingsPartition() {
        try (ShardedTopologyDriver driver = clicks(new Properties())) {
            for (int i = 0; i < 100; i++) {
                String page = "page-" + i;
                int partition = driver.pipe("clicks", page, 1L, KEY, VALUE, i);

                assertThat(partition).isEqualTo(ClickCount.owner(rings, page));
                assertThat(sums(driver, partition)).containsEntry(page, 1L);
            }
            assertThat(driver.inFlight()).isZero();
        }
    }

    @Test
    void pipe_afterANewEpoch_takesTheNewestRingThatFits() {
        try (ShardedTopologyDriver driver = clicks(new Properties())) {
            String page = movedPage();
            int before = four.partitionOf(KEY.serialize("clicks", page));

            rings.publish(five);
            int unfit = driver.pipe("clicks", page, 1L, KEY, VALUE, 0);
            driver.addPartitions(1);
            int fit = driver.pipe("clicks", page, 1L, KEY, VALUE, 0);

            assertThat(unfit).isEqualTo(before);
            assertThat(fit).isEqualTo(4);
        }
    }

    @Test
    void pipe_withTooFewPartitionsForEveryRing_saysWhatIsNeeded() {
        try (ShardedTopologyDriver driver =
                ShardedTopologyDriver.create(ClickCount.topology(rings), new Properties(), 3, rings, "clicks")) {
            assertThatThrownBy(() -> driver.pipe("clicks", "page", 1L, KEY, VALUE, 0))
                    .isInstanceOf(RingDoesNotFitException.class)
                    .hasMessageContainingAll("clicks", "3");
        }
    }

    @Test
    void deliver_ofALoopedRecord_takesItToThePartitionOfTheSinksPartitioner() {
        try (ShardedTopologyDriver driver = clicks(new Properties())) {
            int owner = ClickCount.owner(rings, "page");
            int elsewhere = (owner + 1) % 4;

            driver.pipeTo(elsewhere, "clicks", "page", 5L, KEY, VALUE, 0);
            assertThat(driver.inFlight()).isZero();
            driver.advanceWallClock(ClickCount.INTERVAL);

            assertThat(driver.inFlight()).isEqualTo(1);
            assertThat(sums(driver, elsewhere)).isEmpty();
            assertThat(driver.deliver("transfer", elsewhere)).isZero();
            assertThat(driver.deliver("transfer", owner)).isEqualTo(1);
            assertThat(sums(driver, owner)).containsOnly(Map.entry("page", 5L));
            assertThat(driver.readOutput("totals", new StringDeserializer(), new LongDeserializer()))
                    .singleElement()
                    .satisfies(total -> {
                        assertThat(total.key()).isEqualTo("page");
                        assertThat(total.value()).isEqualTo(5L);
                        assertThat(total.shard()).isEqualTo(owner);
                        assertThat(total.partition())
                                .isEqualTo(BuiltInPartitioner.partitionForKey(KEY.serialize("totals", "page"), 4));
                    });
            assertThat(driver.readOutput("totals", new StringDeserializer(), new LongDeserializer()))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"true, exactly_once_v2", "true, at_least_once", "false, exactly_once_v2", "false, at_least_once"})
    void restart_ofEachTask_findsTheStateAgain(boolean persistent, String guarantee) {
        Properties config = new Properties();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        try (ShardedTopologyDriver driver =
                ShardedTopologyDriver.create(ClickCount.topology(rings, persistent), config, 4, rings, "clicks")) {
            for (int i = 0; i < 400; i++) {
                driver.pipe("clicks", "page-" + i % 40, 1L, KEY, VALUE, i);
            }
            Map<String, Long> before = allSums(driver);

            for (int partition = 0; partition < 4; partition++) {
                driver.restart(partition);
            }
            assertThat(allSums(driver)).isEqualTo(before).hasSize(40).containsEntry("page-0", 10L);

            driver.addPartitions(1);
            rings.publish(five);
            driver.settle(ClickCount.INTERVAL);
            for (int partition = 0; partition < 5; partition++) {
                driver.restart(partition);
            }

            assertThat(allSums(driver)).isEqualTo(before);
            assertThat(sums(driver, 4)).hasSizeBetween(1, 20);
        }
    }

    @Test
    void settle_afterARemovedShard_leavesItsPartitionEmpty() {
        try (ShardedTopologyDriver driver = clicks(new Properties())) {
            for (int i = 0; i < 200; i++) {
                driver.pipe("clicks", "page-" + i % 40, 1L, KEY, VALUE, i);
            }
            assertThat(sums(driver, 2)).isNotEmpty();

            rings.publish(
                    RingChange.on(four).removeShard(four.shards().get(2).id()).next());
            driver.settle(ClickCount.INTERVAL);

            assertThat(sums(driver, 2)).isEmpty();
            assertThat(allSums(driver))
                    .hasSize(40)
                    .allSatisfy((page, sum) -> assertThat(sum).isEqualTo(5));
        }
    }

    @Test
    void pipe_ofATopicThatIsNotRead_namesThoseThatAre() {
        try (ShardedTopologyDriver driver = clicks(new Properties())) {
            assertThatThrownBy(() -> driver.pipeTo(0, "totals", "page", 1L, KEY, VALUE, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("clicks", "transfer", "was totals");
            assertThatThrownBy(() -> driver.pipeTo(4, "clicks", "page", 1L, KEY, VALUE, 0))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> driver.store(0, "nothing"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("The topology has no store named nothing");
        }
    }

    @Test
    void drain_ofARecordThatNeverRests_saysWhatStillMoves() {
        Topology pingPong =
                forwarding((topic, key, value, partitions) -> Optional.of(Set.of((int) (value % partitions))));
        try (ShardedTopologyDriver driver =
                ShardedTopologyDriver.builder(pingPong).start(3)) {
            driver.pipeTo(0, "loop", "k", 1L, KEY, VALUE, 0);

            assertThatThrownBy(driver::drain)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("after 1000 rounds")
                    .hasMessageContaining("1 to loop-");
        }
    }

    @Test
    void sinkPartitioner_seesTheRealNumberOfPartitions() {
        Topology counting = forwarding((topic, key, value, partitions) -> Optional.of(Set.of(partitions - 1)));
        try (ShardedTopologyDriver driver =
                ShardedTopologyDriver.builder(counting).start(3)) {
            driver.pipeTo(0, "loop", "k", 1L, KEY, VALUE, 0);
            assertThat(driver.deliver("loop", 2)).isEqualTo(1);

            driver.addPartitions(2);
            driver.pipeTo(0, "loop", "k", 1L, KEY, VALUE, 0);
            assertThat(driver.deliver("loop", 4)).isEqualTo(1);
        }
    }

    @Test
    void sinkPartitioner_thatPicksAMissingPartition_isAnError() {
        Topology tooFar = forwarding((topic, key, value, partitions) -> Optional.of(Set.of(partitions)));
        try (ShardedTopologyDriver driver =
                ShardedTopologyDriver.builder(tooFar).start(3)) {
            assertThatThrownBy(() -> driver.pipeTo(0, "loop", "k", 1L, KEY, VALUE, 0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("A record was written to partition 3 of topic loop, which has 3; addPartitions first");
        }
    }

    @Test
    void route_ofASinkWithoutPartitioner_isTheTopicsRouter() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.Long()))
                .to("out", Produced.with(Serdes.String(), Serdes.Long()));
        try (ShardedTopologyDriver driver = ShardedTopologyDriver.builder(builder.build())
                .route("in", (key, value, partitions) -> partitions - 1)
                .route("out", (key, value, partitions) -> value == null ? 6 : value[7] % partitions)
                .partitions("out", 7)
                .start(2)) {
            assertThat(driver.pipe("in", "k", 12L, KEY, VALUE, 42)).isEqualTo(1);
            driver.pipe("in", null, null, KEY, VALUE, 43);

            List<OutputRecord<String, Long>> out =
                    driver.readOutput("out", new StringDeserializer(), new LongDeserializer());
            assertThat(out).extracting(OutputRecord::partition).containsExactly(5, 6);
            assertThat(out).extracting(OutputRecord::shard).containsOnly(1);
            assertThat(out).extracting(OutputRecord::value).containsExactly(12L, null);
            assertThat(out).extracting(OutputRecord::timestamp).containsExactly(42L, 43L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void repartition_ofADslTopology_bringsEqualKeysTogether(String guarantee) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.Long()))
                .map((key, value) -> KeyValue.pair(key.substring(0, 1), value))
                .groupByKey(Grouped.with("by-letter", Serdes.String(), Serdes.Long()))
                .count(Materialized.as("counts"))
                .toStream()
                .to("out", Produced.with(Serdes.String(), Serdes.Long()));
        Properties config = new Properties();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "letters");
        try (ShardedTopologyDriver driver =
                ShardedTopologyDriver.builder(builder.build()).config(config).start(4)) {
            for (int i = 0; i < 100; i++) {
                driver.pipe("in", "a" + i, 1L, KEY, VALUE, i);
                driver.pipe("in", "b" + i, 1L, KEY, VALUE, i);
            }
            assertThat(driver.inFlight()).isEqualTo(200);
            assertThat(driver.drain()).isEqualTo(200);

            Map<String, Long> counts = new HashMap<>();
            driver.readOutput("out", new StringDeserializer(), new LongDeserializer())
                    .forEach(record -> counts.merge(record.key(), record.value(), Math::max));
            assertThat(counts).containsOnly(Map.entry("a", 100L), Map.entry("b", 100L));
        }
    }

    @Test
    void globalTable_isFedInEveryPartition() {
        StreamsBuilder builder = new StreamsBuilder();
        var names = builder.globalTable("names", Consumed.with(Serdes.String(), Serdes.String()));
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
                .join(names, (key, value) -> value, (value, name) -> name)
                .to("out", Produced.with(Serdes.String(), Serdes.String()));
        try (ShardedTopologyDriver driver =
                ShardedTopologyDriver.builder(builder.build()).start(2)) {
            driver.pipe("names", "1", "one", KEY, KEY, 0);
            driver.pipeTo(0, "in", "x", "1", KEY, KEY, 0);
            driver.pipeTo(1, "in", "y", "1", KEY, KEY, 0);

            assertThat(driver.readOutput("out", new StringDeserializer(), new StringDeserializer()))
                    .extracting(OutputRecord::value)
                    .containsExactly("one", "one");
        }
    }

    private ShardedTopologyDriver clicks(Properties config) {
        return ShardedTopologyDriver.create(ClickCount.topology(rings), config, 4, rings, "clicks");
    }

    private String movedPage() {
        for (int i = 0; ; i++) {
            if (five.partitionOf(KEY.serialize("clicks", "page-" + i)) == 4) {
                return "page-" + i;
            }
        }
    }

    /** A topology that writes each record of the topic "loop" to that topic, its value increased by one. */
    private static Topology forwarding(StreamPartitioner<String, Long> partitioner) {
        return new Topology()
                .addSource("source", new StringDeserializer(), new LongDeserializer(), "loop")
                .addProcessor(
                        "increase",
                        () -> new ContextualProcessor<String, Long, String, Long>() {
                            @Override
                            public void process(Record<String, Long> record) {
                                context().forward(record.withValue(record.value() + 1));
                            }
                        },
                        "source")
                .addSink("sink", "loop", new StringSerializer(), new LongSerializer(), partitioner, "increase");
    }

    private static Map<String, Long> sums(ShardedTopologyDriver driver, int partition) {
        Map<String, Long> sums = new HashMap<>();
        KeyValueStore<String, Long> store = driver.store(partition, "sums");
        try (KeyValueIterator<String, Long> all = store.all()) {
            all.forEachRemaining(entry -> sums.put(entry.key, entry.value));
        }
        return sums;
    }

    /** The sums of all partitions; a page that is in two of them fails. */
    private static Map<String, Long> allSums(ShardedTopologyDriver driver) {
        Map<String, Long> all = new HashMap<>();
        for (int partition = 0; partition < driver.shards(); partition++) {
            sums(driver, partition)
                    .forEach((page, sum) -> assertThat(all.put(page, sum)).isNull());
        }
        return all;
    }
}
