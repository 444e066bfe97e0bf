/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.aggregate.Positioned;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.jspecify.annotations.Nullable;

/**
 * The latest value of each key, by timestamp, as a table whose shards can be added and removed while it runs.
 *
 * <pre>{@code
 * LatestTable<String, Address> addresses = SlipringAggregation.<String, Address, Address>named("addresses")
 *         .ring("customers")
 *         .transferTopic("addresses-transfer")
 *         .keySerde(Serdes.String())
 *         .latest(addressSerde);
 * addresses.addTo(builder, builder.stream("address-changes")).to("addresses"); // a compacted topic
 * }</pre>
 *
 * <p>A deleted key keeps its entry, without the value: an older record may still come, and must not bring it back. {@code
 * erase} takes that, too. Immutable; one instance may be used by many threads, and added to one topology.
 *
 * @param <K> key
 * @param <V> value
 */
public final class LatestTable<K, V> {
    private final SlipringAggregation<K, V, Optional<Positioned<Optional<V>>>> shards;

    LatestTable(SlipringAggregation<K, V, Optional<Positioned<Optional<V>>>> shards) {
        this.shards = shards;
    }

    /**
     * Adds the table to a topology.
     *
     * @param input changes, a null value for a deletion; its partitions correspond to the ring's
     * @return the table's changes, coalesced per commit: of each key the latest value, null if it is deleted
     */
    public KStream<K, V> addTo(StreamsBuilder builder, KStream<K, V> input) {
        return shards.addTo(builder, input).mapValues(LatestTable::value, Named.as(shards.name() + "-latest"));
    }

    @SuppressWarnings("NullAway") // Kafka's contract: null is a deletion
    private static <V> V value(@Nullable Update<Optional<Positioned<Optional<V>>>> update) {
        return latest(update).orElse(null);
    }

    private static <V> Optional<V> latest(@Nullable Update<Optional<Positioned<Optional<V>>>> update) {
        return update == null ? Optional.empty() : update.value().flatMap(Positioned::value);
    }

    /** As {@link SlipringAggregation#prepare}. */
    public void prepare(Map<String, ?> config, Set<String> sourceTopics) {
        shards.prepare(config, sourceTopics);
    }

    /** As {@link SlipringAggregation#topicRights}. */
    public Map<String, Set<AclOperation>> topicRights(String applicationId, Set<String> sourceTopics) {
        return shards.topicRights(applicationId, sourceTopics);
    }

    /**
     * The latest value of a key whose owner runs at this instance, or empty if there is none.
     *
     * @throws RuntimeException as {@link LocalState#get}
     */
    public Optional<V> get(KafkaStreams streams, K key) {
        return shards.localState(streams).get(key).flatMap(LatestTable::latest);
    }

    /**
     * Visits the keys that this instance holds and that are not deleted, as {@link LocalState#forEach}.
     *
     * @throws RuntimeException as that does
     */
    public void forEach(KafkaStreams streams, BiConsumer<K, V> visitor) {
        shards.localState(streams)
                .forEach((key, update) -> latest(update).ifPresent(value -> visitor.accept(key, value)));
    }

    /** The topic over which changes travel. */
    public String transferTopic() {
        return shards.transferTopic();
    }
}
