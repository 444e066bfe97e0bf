/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.ControlStore;
import io.slipring.processor.core.TaskState;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A control store on a Kafka Streams key-value store: the whole state under one key. */
final class StreamsControlStore implements ControlStore {
    static final Bytes STATE = Bytes.wrap("state".getBytes(StandardCharsets.UTF_8));

    private final KeyValueStore<Bytes, byte[]> store;

    StreamsControlStore(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    @Override
    public @Nullable TaskState load() {
        byte[] bytes = store.get(STATE);
        return bytes == null ? null : TaskStateCodec.decode(bytes);
    }

    @Override
    public void save(TaskState state) {
        store.put(STATE, TaskStateCodec.encode(state));
    }
}
