/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.internals.ProcessorContextImpl;
import org.apache.kafka.streams.processor.internals.ProcessorStateManager;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * A store without content, by which the stores of a topology are restored from their changelogs when a task starts: the test driver
 * of Kafka Streams can't do that.
 *
 * <p>A task first opens its stores, in the order in which their processors were added, then calls {@code init} of its
 * processors. This store belongs to the processor that was added last, so that its own opening comes right between the two.
 */
final class ChangelogReplay implements StateStore {
    static final String SOURCE_TOPIC = "__slipring-testkit-replay";
    private static final String CONFIG = "__slipring.testkit.changelog";
    private static final String NAME = "slipring-testkit-replay";

    private boolean open;

    /** Adds the store to a topology that hasn't got it yet. */
    static void addTo(Topology topology) {
        boolean added = topology.describe().subtopologies().stream()
                .flatMap(subtopology -> subtopology.nodes().stream())
                .map(TopologyDescription.Node::name)
                .anyMatch((NAME + "-source")::equals);
        if (!added) {
            topology.addSource(NAME + "-source", new ByteArrayDeserializer(), new ByteArrayDeserializer(), SOURCE_TOPIC)
                    .addProcessor(NAME, Idle::new, NAME + "-source")
                    .addStateStore(new Builder(), NAME);
        }
    }

    /** Returns what the config of a task has to hold besides, so that the task's stores start with this content. */
    static Map<String, Object> config(Changelog changelog) {
        return Map.of(CONFIG, changelog);
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        open = true;
        context.register(root, (key, value) -> {});
        if (context.appConfigs().get(CONFIG) instanceof Changelog changelog && !changelog.isEmpty()) {
            replay(((ProcessorContextImpl) context).stateManager(), changelog);
        }
    }

    private static void replay(Object manager, Changelog changelog) {
        for (TopicPartition partition :
                ((ProcessorStateManager) manager).changelogOffsets().keySet()) {
            List<ConsumerRecord<byte[], byte[]>> records = changelog.records(partition);
            Object store = Internals.call(manager, "storeMetadata", partition);
            Internals.call(manager, "restore", store, records, OptionalLong.of(0));
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    private static final class Idle extends ContextualProcessor<byte[], byte[], Void, Void> {
        @Override
        public void process(Record<byte[], byte[]> record) {
            throw new IllegalStateException("Nothing is ever written to " + SOURCE_TOPIC);
        }
    }

    private static final class Builder implements StoreBuilder<StateStore> {
        @Override
        public StoreBuilder<StateStore> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<StateStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<StateStore> withLoggingEnabled(Map<String, String> config) {
            return this;
        }

        @Override
        public StoreBuilder<StateStore> withLoggingDisabled() {
            return this;
        }

        @Override
        public StateStore build() {
            return new ChangelogReplay();
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }

        @Override
        public String name() {
            return NAME;
        }
    }
}
