/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.TaskState;
import io.slipring.ring.source.RingSource;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;

/** A runtime without a cluster: a ring source and nothing to report to. */
final class LocalRuntime implements ShardRuntime {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final String applicationId;
    private final RingSource source;
    private final SourceEpochs epochs;
    private final RingSource.Subscription subscription;

    LocalRuntime(RingSource source, Map<String, Object> configs) {
        this.applicationId = String.valueOf(configs.get(StreamsConfig.APPLICATION_ID_CONFIG));
        this.source = source;
        this.epochs = new SourceEpochs(source, () -> Integer.MAX_VALUE, TIMEOUT);
        this.subscription = source.subscribe(ring -> epochs.refresh());
    }

    @Override
    public SourceEpochs epochs() {
        return epochs;
    }

    @Override
    public String applicationId() {
        return applicationId;
    }

    @Override
    public void report(int partition, TaskState state) {}

    @Override
    public void forget(int partition) {}

    @Override
    public void close() {
        subscription.close();
        source.close();
    }
}
