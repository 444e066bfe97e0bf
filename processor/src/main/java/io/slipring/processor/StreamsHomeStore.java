/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.HomeStore;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A home store on a Kafka Streams key-value store. */
final class StreamsHomeStore implements HomeStore {
    private final KeyValueStore<Bytes, byte[]> store;

    StreamsHomeStore(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return store.get(Bytes.wrap(key));
    }

    @Override
    public void put(byte[] key, byte @Nullable [] value) {
        // Not delete, which reads the value first.
        store.put(Bytes.wrap(key), value);
    }

    @Override
    public void putAll(List<Entry> entries) {
        store.putAll(entries.stream()
                .map(entry -> KeyValue.pair(Bytes.wrap(entry.key()), entry.value()))
                .toList());
    }

    @Override
    public void scan(byte[] from, byte @Nullable [] to, BiPredicate<byte[], byte[]> visitor) {
        // The store's upper bound is inclusive; the extra entry is cut off here.
        try (KeyValueIterator<Bytes, byte[]> entries =
                store.range(Bytes.wrap(from), to == null ? null : Bytes.wrap(to))) {
            while (entries.hasNext()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                byte[] key = entry.key.get();
                if ((to != null && Arrays.compareUnsigned(key, to) >= 0) || !visitor.test(key, entry.value)) {
                    return;
                }
            }
        }
    }
}
