/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import io.slipring.processor.SlipringAggregation;
import io.slipring.processor.aggregate.Aggregator;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.state.KeyValueStore;

/** The same aggregation by this library and by the DSL. */
final class Topologies {
    static final String STORE = "totals";

    private Topologies() {}

    /** Builds the topology; of this library, also makes ready what it needs on the cluster. */
    static Topology of(AppSpec spec, Map<String, Object> config) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, byte[]> input = builder.stream(
                spec.input(), Consumed.with(Serdes.String(), Serdes.ByteArray()).withName("input"));
        KStream<String, byte[]> keyed =
                spec.variant().isKeyed() ? input : input.selectKey((key, value) -> Load.keyOf(value), Named.as("key"));
        Serde<Total> serde = Total.serde(spec.aggregateBytes());
        KStream<String, Total> totals =
                spec.variant().isSlipring() ? slipring(spec, config, builder, keyed, serde) : dsl(spec, keyed, serde);
        totals.to(spec.output(), Produced.with(Serdes.String(), serde));
        return builder.build();
    }

    private static KStream<String, Total> dsl(AppSpec spec, KStream<String, byte[]> keyed, Serde<Total> serde) {
        KStream<String, byte[]> placed = spec.variant().isKeyed()
                ? keyed
                : keyed.repartition(Repartitioned.with(Serdes.String(), Serdes.ByteArray())
                        .withName("by-key")
                        .withNumberOfPartitions(spec.partitions()));
        return placed.groupByKey(Grouped.with(Serdes.String(), Serdes.ByteArray()))
                .aggregate(
                        () -> Total.NOTHING,
                        (key, value, total) -> total.plus(Load.numberOf(value)),
                        Materialized.<String, Total, KeyValueStore<Bytes, byte[]>>as(STORE)
                                .withKeySerde(Serdes.String())
                                .withValueSerde(serde))
                .toStream();
    }

    private static KStream<String, Total> slipring(
            AppSpec spec,
            Map<String, Object> config,
            StreamsBuilder builder,
            KStream<String, byte[]> keyed,
            Serde<Total> serde) {
        SlipringAggregation<String, byte[], Total> aggregation = SlipringAggregation.<String, byte[], Total>named(STORE)
                .ring(spec.ring())
                .transferTopic(spec.transfer())
                .keySerde(Serdes.String())
                .aggregator(new Totals(serde))
                .build();
        aggregation.prepare(config, Set.of(spec.input()));
        return aggregation.addTo(builder, keyed).mapValues(update -> update.value());
    }

    private record Totals(Serde<Total> serde) implements Aggregator<byte[], Total> {
        @Override
        public Total identity() {
            return Total.NOTHING;
        }

        @Override
        public Total fold(Total aggregate, byte[] value) {
            return aggregate.plus(Load.numberOf(value));
        }

        @Override
        public Total merge(Total left, Total right) {
            return left.plus(right);
        }
    }
}
