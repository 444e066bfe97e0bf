/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.aggregate.Aggregators;
import io.slipring.processor.aggregate.BrokenLawException;
import io.slipring.processor.aggregate.Positioned;
import io.slipring.processor.core.Transfer;
import io.slipring.ring.Placements;
import io.slipring.ring.Rings;
import io.slipring.ring.source.RingSources;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.junit.jupiter.api.Test;

class SlipringAggregationTest {
    private static SlipringAggregation<String, Long, Long> sums() {
        return SlipringAggregation.<String, Long, Long>named("sums")
                .ring("orders")
                .transferTopic("orders-transfer")
                .keySerde(Serdes.String())
                .aggregator(Aggregators.sumOfLongs(value -> value))
                .ringSource(configs ->
                        RingSources.fixed(Rings.create("orders", 1, Placements.byName("balanced"), Set.of("orders"))))
                .build();
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        sums().addTo(
                        builder,
                        builder.stream(
                                "orders",
                                Consumed.with(Serdes.String(), Serdes.Long()).withName("orders")))
                .mapValues(Update::value, Named.as("values"))
                .to("totals", Produced.with(Serdes.String(), Serdes.Long()).withName("totals"));
        return builder.build();
    }

    private static Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:1");
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        return config;
    }

    @Test
    void addTo_topology_isNamedThroughout() {
        assertThat(topology().describe().toString()).isEqualTo("""
                Topologies:
                   Sub-topology: 0
                    Source: orders (topics: [orders])
                      --> sums-inputs
                    Source: sums-transfer-source (topics: [orders-transfer])
                      --> sums-inputs
                    Processor: sums-inputs (stores: [])
                      --> sums-shard
                      <-- orders, sums-transfer-source
                    Processor: sums-shard (stores: [sums-home, sums-pre-commit, sums-control])
                      --> sums-updates, sums-transfer-sink
                      <-- sums-inputs
                    Processor: sums-updates (stores: [])
                      --> values
                      <-- sums-shard
                    Processor: values (stores: [])
                      --> totals
                      <-- sums-updates
                    Sink: sums-transfer-sink (topic: orders-transfer)
                      <-- sums-shard
                    Sink: totals (topic: totals)
                      <-- values

                """);
    }

    @Test
    void process_recordsOfTwoKeys_updatesFollowEachCommit() {
        try (TopologyTestDriver driver = new TopologyTestDriver(topology(), config())) {
            TestInputTopic<String, Long> orders =
                    driver.createInputTopic("orders", new StringSerializer(), new LongSerializer());
            TestOutputTopic<String, Long> totals =
                    driver.createOutputTopic("totals", new StringDeserializer(), new LongDeserializer());

            orders.pipeInput("a", 1L);
            orders.pipeInput("b", 10L);
            orders.pipeInput("a", 2L);

            assertThat(totals.readKeyValuesToList())
                    .isEqualTo(List.of(new KeyValue<>("a", 1L), new KeyValue<>("b", 10L), new KeyValue<>("a", 3L)));
        }
    }

    @Test
    void process_recordWithoutKeyOrValue_isNotFolded() {
        try (TopologyTestDriver driver = new TopologyTestDriver(topology(), config())) {
            TestInputTopic<String, Long> orders =
                    driver.createInputTopic("orders", new StringSerializer(), new LongSerializer());
            TestOutputTopic<String, Long> totals =
                    driver.createOutputTopic("totals", new StringDeserializer(), new LongDeserializer());

            orders.pipeInput(null, 1L);
            orders.pipeInput("a", (Long) null);
            orders.pipeInput("", 5L);

            assertThat(totals.readKeyValuesToList()).isEqualTo(List.of(new KeyValue<>("", 5L)));
        }
    }

    @Test
    void process_keyErased_isDeletedDownstreamAndStartsAnew() {
        StreamsBuilder builder = new StreamsBuilder();
        SlipringAggregation.<String, Long, Long>named("sums")
                .ring("orders")
                .transferTopic("orders-transfer")
                .keySerde(Serdes.String())
                .aggregator(Aggregators.sumOfLongs(value -> value))
                .tombstones()
                .ringSource(config ->
                        RingSources.fixed(Rings.create("orders", 1, Placements.byName("balanced"), Set.of("orders"))))
                .build()
                .addTo(builder, builder.stream("orders", Consumed.with(Serdes.String(), Serdes.Long())))
                .mapValues(update -> update == null ? null : update.value())
                .to("totals", Produced.with(Serdes.String(), Serdes.Long()));
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config())) {
            TestInputTopic<String, Long> orders =
                    driver.createInputTopic("orders", new StringSerializer(), new LongSerializer());
            TestInputTopic<byte[], byte[]> transfers =
                    driver.createInputTopic("orders-transfer", new ByteArraySerializer(), new ByteArraySerializer());
            TestOutputTopic<String, Long> totals =
                    driver.createOutputTopic("totals", new StringDeserializer(), new LongDeserializer());

            orders.pipeInput("a", 1L);
            orders.pipeInput("b", 10L);
            transfers.pipeInput(TransferCodec.encode(
                    new Transfer.Erasure(1, Transfer.Erasure.OPERATOR, "a".getBytes(StandardCharsets.UTF_8))));
            orders.pipeInput("a", 2L);
            orders.pipeInput("b", 20L);

            assertThat(totals.readKeyValuesToList())
                    .isEqualTo(List.of(
                            new KeyValue<>("a", 1L),
                            new KeyValue<>("b", 10L),
                            new KeyValue<>("a", null),
                            new KeyValue<>("a", 2L),
                            new KeyValue<>("b", 30L)));
        }
    }

    @Test
    void build_withoutRing_namesWhatIsMissing() {
        assertThatThrownBy(() -> SlipringAggregation.<String, Long, Long>named("sums")
                        .keySerde(Serdes.String())
                        .build())
                .isInstanceOf(NullPointerException.class)
                .hasMessage("ring must be set");
    }

    private static SlipringAggregation.Builder<String, Long, Long> custom(Aggregator<Long, Long> aggregator) {
        return SlipringAggregation.<String, Long, Long>named("custom")
                .ring("orders")
                .transferTopic("orders-transfer")
                .keySerde(Serdes.String())
                .aggregator(aggregator);
    }

    @Test
    void build_aggregatorThatSamplesShowToDependOnOrder_isRefusedWithReasonAndAlternative() {
        Aggregator<Long, Long> last = Aggregators.of(
                "last-by-arrival", () -> 0L, (before, value) -> value, (a, b) -> b == 0 ? a : b, Serdes.Long());

        assertThatThrownBy(() -> custom(last).samples(List.of(1L, 2L)).build())
                .isInstanceOf(BrokenLawException.class)
                .hasMessageContaining("last-by-arrival breaks the law 'commutativity'")
                .hasMessageContaining("Aggregators.first, last");
    }

    @Test
    void build_commutativeAggregatorOfOnesOwn_isTaken() {
        Aggregator<Long, Long> product =
                Aggregators.of("product", () -> 1L, Math::multiplyExact, Math::multiplyExact, Serdes.Long());

        assertThat(custom(product).samples(List.of(2L, 3L, Long.MAX_VALUE)).build())
                .isNotNull();
    }

    @Test
    void build_positionedAggregator_isCheckedOnSamplesToo() {
        SlipringAggregation.Builder<String, Long, Optional<Positioned<Long>>> latest =
                SlipringAggregation.<String, Long, Optional<Positioned<Long>>>named("latest")
                        .ring("orders")
                        .transferTopic("orders-transfer")
                        .keySerde(Serdes.String())
                        .positionedAggregator(Aggregators.last(value -> value, Serdes.Long()))
                        .samples(List.of(1L, 2L));

        assertThat(latest.build()).isNotNull();
    }

    @Test
    void process_recordsOutOfOrder_lastIsThatOfTheLatestTimestamp() {
        StreamsBuilder builder = new StreamsBuilder();
        SlipringAggregation.<String, Long, Optional<Positioned<Long>>>named("latest")
                .ring("orders")
                .transferTopic("orders-transfer")
                .keySerde(Serdes.String())
                .positionedAggregator(Aggregators.last(value -> value, Serdes.Long()))
                .ringSource(config ->
                        RingSources.fixed(Rings.create("orders", 1, Placements.byName("balanced"), Set.of("orders"))))
                .build()
                .addTo(builder, builder.stream("orders", Consumed.with(Serdes.String(), Serdes.Long())))
                .mapValues(update -> update.value().orElseThrow().value())
                .to("latest", Produced.with(Serdes.String(), Serdes.Long()));
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config())) {
            TestInputTopic<String, Long> orders =
                    driver.createInputTopic("orders", new StringSerializer(), new LongSerializer());
            TestOutputTopic<String, Long> latest =
                    driver.createOutputTopic("latest", new StringDeserializer(), new LongDeserializer());

            orders.pipeInput("a", 1L, 200);
            orders.pipeInput("a", 2L, 100);
            orders.pipeInput("a", 3L, 200);

            assertThat(latest.readValuesToList()).isEqualTo(List.of(1L, 1L, 3L));
        }
    }

    @Test
    void named_illegalName_isRefusedWithRule() {
        assertThatThrownBy(() -> SlipringAggregation.named("my sums"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name must consist of letters, digits, '.', '_' and '-', was 'my sums'");
    }
}
