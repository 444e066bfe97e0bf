/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Envelope;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The part of an aggregation's state that one running instance holds. Reads what tasks have settled, while they go on
 * writing; thread-safe.
 */
public final class LocalState<K, A> {
    private static final int VNODE_BYTES = 2;

    private final KafkaStreams streams;
    private final AggregationSpec<K, ?, A> spec;

    LocalState(KafkaStreams streams, AggregationSpec<K, ?, A> spec) {
        this.streams = streams;
        this.spec = spec;
    }

    /**
     * Visits every key's home state on this instance, including that of vnodes whose handoff is under way, so a key may
     * appear at two instances then, each time with part of its records.
     *
     * @throws org.apache.kafka.streams.errors.InvalidStateStoreException while the instance is not running or rebalances;
     *     retriable
     */
    public void forEach(BiConsumer<K, Update<A>> visitor) {
        Deserializer<K> keys = spec.keySerde().deserializer();
        Serde<A> aggregates = spec.aggregator().serde();
        ReadOnlyKeyValueStore<Bytes, byte[]> home = streams.store(
                StoreQueryParameters.fromNameAndType(spec.names().homeStore(), QueryableStoreTypes.keyValueStore()));
        try (KeyValueIterator<Bytes, byte[]> entries = home.all()) {
            while (entries.hasNext()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                byte[] storeKey = entry.key.get();
                byte[] key = Arrays.copyOfRange(storeKey, VNODE_BYTES, storeKey.length);
                Envelope envelope = Envelope.decode(entry.value);
                visitor.accept(
                        keys.deserialize(spec.transferTopic(), key),
                        new Update<>(
                                aggregates.deserializer().deserialize(spec.transferTopic(), envelope.aggregate()),
                                envelope.records(),
                                envelope.timestamp()));
            }
        }
    }
}
