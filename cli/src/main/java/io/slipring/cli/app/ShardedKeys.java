/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.processor.SlipringAggregation;
import io.slipring.processor.Update;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;

/** By key. */
record ShardedKeys<A>(
        AppConfig config, Aggregation<A> aggregation, KeyReader keys, SlipringAggregation<Bytes, Fields, A> shards)
        implements Sharding<A> {
    @Override
    public void addTo(StreamsBuilder builder, KStream<Bytes, Fields> input) {
        shards.addTo(builder, input)
                .mapValues(
                        (key, update) -> update == null ? null : aggregation.json(subject(key), update),
                        Named.as("json"))
                .to(
                        config.outputTopic(),
                        Produced.with(Serdes.Bytes(), Serdes.ByteArray()).withName("output"));
    }

    private Subject subject(Bytes key) {
        return Subject.of(keys.text(key.get()));
    }

    @Override
    public void prepare(Map<String, ?> settings, Set<String> sourceTopics) {
        shards.prepare(settings, sourceTopics);
    }

    @Override
    public Map<String, Set<AclOperation>> topicRights(String applicationId, Set<String> sourceTopics) {
        return shards.topicRights(applicationId, sourceTopics);
    }

    @Override
    public void forEach(KafkaStreams streams, BiConsumer<Subject, Update<A>> visitor) {
        shards.localState(streams).forEach((key, update) -> visitor.accept(subject(key), update));
    }
}
