/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorNode;
import org.apache.kafka.streams.processor.internals.ProcessorRecordContext;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * A store without content whose flush runs an action of its processor before each commit, in the same transaction.
 *
 * <p>Kafka Streams flushes the caches of its caching stores before it flushes the producer and commits, and what such a flush
 * forwards or writes belongs to the commit. This class takes part as they do. It is the only one that uses Kafka's internal
 * types; see decision 1.
 */
final class PreCommitStore implements StateStore, CachedStateStore<Object, Object> {
    private final String name;
    private boolean open;
    private @Nullable Runnable action;

    private PreCommitStore(String name) {
        this.name = name;
    }

    static StoreBuilder<PreCommitStore> builder(String name) {
        return new Builder(name);
    }

    /**
     * Sets the action. It runs as if called by the processor of the given context, which must be the one whose {@code init}
     * is calling; it may forward and use the processor's stores.
     */
    void beforeCommit(ProcessorContext<?, ?> processorContext, Runnable action) {
        InternalProcessorContext<?, ?> context = (InternalProcessorContext<?, ?>) processorContext;
        ProcessorNode<?, ?, ?, ?> node = context.currentNode();
        this.action = () -> {
            ProcessorNode<?, ?, ?, ?> nodeBefore = context.currentNode();
            ProcessorRecordContext recordBefore = context.recordContext();
            context.setCurrentNode(node);
            context.setRecordContext(
                    new ProcessorRecordContext(context.currentSystemTimeMs(), -1L, -1, null, new RecordHeaders()));
            try {
                action.run();
            } finally {
                context.setRecordContext(recordBefore);
                context.setCurrentNode(nodeBefore);
            }
        };
    }

    @Override
    public void flushCache() {
        if (action != null) {
            action.run();
        }
    }

    @Override
    public void clearCache() {
        action = null;
    }

    @Override
    public boolean setFlushListener(@Nullable CacheFlushListener<Object, Object> listener, boolean sendOldValues) {
        return false;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        context.register(root, (key, value) -> {});
        open = true;
    }

    @Override
    public void close() {
        action = null;
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

    private static final class Builder implements StoreBuilder<PreCommitStore> {
        private final String name;

        Builder(String name) {
            this.name = name;
        }

        @Override
        public PreCommitStore build() {
            return new PreCommitStore(name);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public StoreBuilder<PreCommitStore> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<PreCommitStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<PreCommitStore> withLoggingEnabled(Map<String, String> config) {
            throw new UnsupportedOperationException("store " + name + " has no content to log");
        }

        @Override
        public StoreBuilder<PreCommitStore> withLoggingDisabled() {
            return this;
        }

        @Override
        public Map<String, String> logConfig() {
            return Map.of();
        }

        @Override
        public boolean loggingEnabled() {
            return false;
        }
    }
}
