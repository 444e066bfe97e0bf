/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.processor.SlipringAggregation;
import io.slipring.processor.Update;
import io.slipring.processor.WindowedAggregation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.kstream.WindowedSerdes;

/** By key and window. */
final class ShardedWindows<A> implements Sharding<A> {
    private final AppConfig config;
    private final Aggregation<A> aggregation;
    private final KeyReader keys;
    private final WindowSetting window;
    private final WindowedAggregation<Bytes, Fields, A> shards;

    ShardedWindows(
            AppConfig config,
            Aggregation<A> aggregation,
            KeyReader keys,
            SlipringAggregation.Builder<Bytes, Fields, A> definition) {
        this.config = config;
        this.aggregation = aggregation;
        this.keys = keys;
        this.window = config.window().orElseThrow();
        this.shards = windowed(definition, window)
                .emitStrategy(config.finalOnly() ? EmitStrategy.onWindowClose() : EmitStrategy.onWindowUpdate())
                .build();
    }

    private static <A> WindowedAggregation.Builder<Bytes, Fields, A> windowed(
            SlipringAggregation.Builder<Bytes, Fields, A> definition, WindowSetting window) {
        return window.areSessions()
                ? definition.windowedBy(SessionWindows.ofInactivityGapAndGrace(window.size(), window.grace()))
                : definition.windowedBy(TimeWindows.ofSizeAndGrace(window.size(), window.grace())
                        .advanceBy(window.every()));
    }

    private Serde<Windowed<Bytes>> keySerde() {
        return window.areSessions()
                ? new WindowedSerdes.SessionWindowedSerde<>(Serdes.Bytes())
                : new WindowedSerdes.TimeWindowedSerde<>(
                        Serdes.Bytes(), window.size().toMillis());
    }

    @Override
    public void addTo(StreamsBuilder builder, KStream<Bytes, Fields> input) {
        KStream<Windowed<Bytes>, Update<A>> updates = config.lateTopic().isEmpty()
                ? shards.addTo(builder, input)
                : shards.addTo(
                        builder,
                        input,
                        late -> late.mapValues(Fields::value, Named.as("late-value"))
                                .to(
                                        config.lateTopic().get(),
                                        Produced.with(Serdes.Bytes(), Serdes.ByteArray())
                                                .withName("late")));
        updates.mapValues(
                        (key, update) -> update == null ? null : aggregation.json(subject(key), update),
                        Named.as("json"))
                .to(
                        config.outputTopic(),
                        Produced.with(keySerde(), Serdes.ByteArray()).withName("output"));
    }

    private Subject subject(Windowed<Bytes> key) {
        return Subject.of(keys.text(key.key().get()), key.window());
    }

    @Override
    public void prepare(Map<String, ?> settings, Set<String> sourceTopics) {
        shards.prepare(settings, sourceTopics);
    }

    @Override
    public Map<String, Set<AclOperation>> topicRights(String applicationId, Set<String> sourceTopics) {
        Map<String, Set<AclOperation>> rights = new HashMap<>(shards.topicRights(applicationId, sourceTopics));
        config.lateTopic().ifPresent(topic -> rights.put(topic, Set.of(AclOperation.WRITE)));
        return rights;
    }

    @Override
    public void forEach(KafkaStreams streams, BiConsumer<Subject, Update<A>> visitor) {
        shards.localWindows(streams).forEach((key, update) -> visitor.accept(subject(key), update));
    }
}
