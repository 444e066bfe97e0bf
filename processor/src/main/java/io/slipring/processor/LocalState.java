/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Envelope;
import io.slipring.processor.core.HomeKey;
import io.slipring.processor.core.TaskState;
import io.slipring.ring.Ring;
import io.slipring.ring.Tokens;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.Deserializer;
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
    private final KafkaStreams streams;
    private final AggregationSpec<K, ?, A> spec;
    private final ShardRuntimes runtimes;

    LocalState(KafkaStreams streams, AggregationSpec<K, ?, A> spec, ShardRuntimes runtimes) {
        this.streams = streams;
        this.spec = spec;
        this.runtimes = runtimes;
    }

    /**
     * The whole aggregate of a key whose owner runs at this instance, or empty if no record of it has been settled. Never a
     * part of it: while the key's vnode is being handed off, the call fails instead.
     *
     * @throws KeyNotLocalException if the owner runs elsewhere
     * @throws HandoffInProgressException if the owner does not have the whole state yet
     * @throws org.apache.kafka.streams.errors.InvalidStateStoreException while the instance is not running or rebalances;
     *     retriable
     */
    public Optional<Update<A>> get(K key) {
        return read(key, (home, vnode, bytes) -> {
            byte[] envelope = home.get(Bytes.wrap(HomeKey.of(vnode, bytes)));
            return envelope == null ? Optional.empty() : Optional.of(update(envelope));
        });
    }

    /** Reads the home store of a key's owner. */
    interface Reading<R> {
        R read(ReadOnlyKeyValueStore<Bytes, byte[]> home, int vnode, byte[] key);
    }

    /** Reads the home store of the key's owner while it has the key's whole state. */
    <R> R read(K key, Reading<R> reading) {
        byte[] bytes = spec.keySerde().serializer().serialize(spec.transferTopic(), key);
        int vnode = Tokens.vnode(bytes);
        ShardRuntime runtime = runtime();
        Ring ring = runtime.epochs().newest();
        int partition = ring.partitionOfVnode(vnode);
        requireComplete(partition, vnode, ring);
        R result = reading.read(store(spec.names().homeStore(), partition), vnode, bytes);
        // A task adopts only what this instance knows, so if nothing newer is known now, nothing was shipped meanwhile.
        if (!runtime.epochs().newest().epoch().equals(ring.epoch())) {
            throw new HandoffInProgressException("ring " + ring.name() + " changed to epoch "
                    + runtime.epochs().newest().epoch().value() + " during the query");
        }
        return result;
    }

    private void requireComplete(int partition, int vnode, Ring ring) {
        byte[] control = store(spec.names().controlStore(), partition).get(StreamsControlStore.STATE);
        TaskState state = control == null ? TaskState.NEW : TaskStateCodec.decode(control);
        boolean awaited =
                state.incoming().stream().anyMatch(move -> move.vnodes().contains(vnode));
        if (awaited || state.epoch() != ring.epoch().value()) {
            throw new HandoffInProgressException("vnode " + vnode + " of ring " + ring.name()
                    + " is not complete at partition "
                    + partition + ": the ring is at epoch " + ring.epoch().value() + ", the task at " + state.epoch()
                    + (awaited ? ", and the vnode's state is under way" : ""));
        }
    }

    private ReadOnlyKeyValueStore<Bytes, byte[]> store(String name, int partition) {
        boolean local = streams.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .flatMap(task -> task.topicPartitions().stream())
                .anyMatch(source -> source.topic().equals(spec.transferTopic()) && source.partition() == partition);
        if (!local) {
            throw new KeyNotLocalException(
                    partition, "partition " + partition + " of " + spec.names().name() + " does not run here");
        }
        return streams.store(StoreQueryParameters.<ReadOnlyKeyValueStore<Bytes, byte[]>>fromNameAndType(
                        name, QueryableStoreTypes.keyValueStore())
                .withPartition(partition));
    }

    private String changelogTopic(ShardRuntime runtime) {
        return TaskNames.changelogTopic(runtime.applicationId(), spec.names().homeStore());
    }

    private ShardRuntime runtime() {
        return runtimes.current()
                .orElseThrow(() -> new KeyNotLocalException(
                        -1, "no task of " + spec.names().name() + " runs here"));
    }

    /** Reads an entry of the home store. */
    Update<A> update(byte[] bytes) {
        return update(bytes, changelogTopic(runtime()));
    }

    private Update<A> update(byte[] bytes, String changelogTopic) {
        Envelope envelope = Envelope.decode(bytes);
        return new Update<>(
                spec.aggregator().serde().deserializer().deserialize(changelogTopic, envelope.aggregate()),
                envelope.records(),
                envelope.timestamp());
    }

    /**
     * Visits every key's home state on this instance, including that of vnodes whose handoff is under way, so a key may
     * appear at two instances then, each time with part of its records.
     *
     * @throws org.apache.kafka.streams.errors.InvalidStateStoreException while the instance is not running or rebalances;
     *     retriable
     */
    public void forEach(BiConsumer<K, Update<A>> visitor) {
        String changelogTopic = changelogTopic(runtime());
        Deserializer<K> keys = spec.keySerde().deserializer();
        forEachEntry((cell, update) -> visitor.accept(keys.deserialize(changelogTopic, cell), update));
    }

    /** The same with the bytes of cells. */
    void forEachEntry(BiConsumer<byte[], Update<A>> visitor) {
        String changelogTopic = changelogTopic(runtime());
        ReadOnlyKeyValueStore<Bytes, byte[]> home = streams.store(
                StoreQueryParameters.fromNameAndType(spec.names().homeStore(), QueryableStoreTypes.keyValueStore()));
        try (KeyValueIterator<Bytes, byte[]> entries = home.all()) {
            while (entries.hasNext()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                if (HomeKey.isEntry(entry.key.get())) {
                    visitor.accept(HomeKey.key(entry.key.get()), update(entry.value, changelogTopic));
                }
            }
        }
    }
}
