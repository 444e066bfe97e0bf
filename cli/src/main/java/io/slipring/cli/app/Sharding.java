/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.processor.SlipringAggregation;
import io.slipring.processor.Update;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;

/** The sharded aggregation of an application, by key or by key and window, and what becomes of its updates. */
interface Sharding<A> {
    static <A> Sharding<A> of(AppConfig config, Aggregation<A> aggregation, KeyReader keys) {
        SlipringAggregation.Builder<Bytes, Fields, A> definition = SlipringAggregation.<Bytes, Fields, A>named(
                        AggregationApp.NAME)
                .ring(config.ring())
                .transferTopic(config.applicationId() + "-transfer")
                .keySerde(new KeyBytesSerde(keys))
                .positionedAggregator(aggregation.aggregator())
                .tombstones();
        return config.window().isPresent()
                ? new ShardedWindows<>(config, aggregation, keys, definition)
                : new ShardedKeys<>(config, aggregation, keys, definition.build());
    }

    /** Adds it to a topology, from the input to the output topic. */
    void addTo(StreamsBuilder builder, KStream<Bytes, Fields> input);

    /** As {@link SlipringAggregation#prepare}. */
    void prepare(Map<String, ?> config, Set<String> sourceTopics);

    /** As {@link SlipringAggregation#topicRights}. */
    Map<String, Set<AclOperation>> topicRights(String applicationId, Set<String> sourceTopics);

    /** Visits what an instance holds in its stores. */
    void forEach(KafkaStreams streams, BiConsumer<Subject, Update<A>> visitor);
}
