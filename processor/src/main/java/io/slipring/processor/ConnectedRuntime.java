/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.TaskState;
import io.slipring.ring.source.ControlPlane;
import io.slipring.ring.source.RingSource;
import io.slipring.ring.source.RingSourceConfig;
import io.slipring.ring.source.RingSources;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.StreamsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A runtime on a cluster: reads the ring topic, offers an epoch to the tasks once the transfer topic has room for it, reports
 * progress and purges the transfer topic. Its chores run on one daemon thread; their failures are logged and
 * retried, since correctness depends on none of them.
 */
final class ConnectedRuntime implements ShardRuntime {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectedRuntime.class);
    private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration WIDEN_INTERVAL = Duration.ofMillis(500);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final AggregationSpec<?, ?, ?> spec;
    private final String applicationId;
    private final RingSource source;
    private final Admin admin;
    private final TransferTopicAdmin topics;
    private final ControlPlane controlPlane;
    private final SourceEpochs epochs;
    private final RingSource.Subscription subscription;
    private final Set<Integer> partitions = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService chores;
    private volatile int width;

    private ConnectedRuntime(AggregationSpec<?, ?, ?> spec, Map<String, Object> configs) {
        this.spec = spec;
        SlipringConfig config = new SlipringConfig(configs);
        RingSourceConfig ringConfig = ringConfig(spec, configs);
        this.applicationId = String.valueOf(configs.get(StreamsConfig.APPLICATION_ID_CONFIG));
        this.source = RingSources.open(ringConfig);
        Admin openedAdmin = null;
        try {
            source.current();
            openedAdmin = Admin.create(clientConfig(configs));
            this.admin = openedAdmin;
            this.topics = new TransferTopicAdmin(admin, ADMIN_TIMEOUT);
            this.width = topics.partitions(spec.transferTopic());
        } catch (RuntimeException e) {
            if (openedAdmin != null) {
                openedAdmin.close(Duration.ZERO);
            }
            source.close();
            throw e;
        }
        this.controlPlane = ControlPlane.of(ringConfig.control());
        this.epochs = new SourceEpochs(source, () -> width, ringConfig.control().timeout());
        this.chores = Executors.newSingleThreadScheduledExecutor(chore -> {
            Thread thread = new Thread(
                    chore,
                    "slipring-chores-" + applicationId + "-" + spec.names().name());
            thread.setDaemon(true);
            return thread;
        });
        this.subscription = source.subscribe(ring -> epochs.refresh());
        every(WIDEN_INTERVAL, this::widen);
        every(config.purgeInterval(), this::purge);
    }

    static ConnectedRuntime open(AggregationSpec<?, ?, ?> spec, Map<String, Object> configs) {
        return new ConnectedRuntime(spec, configs);
    }

    /** Settings of the ring topic in a Kafka Streams configuration; the aggregation names the ring. */
    static RingSourceConfig ringConfig(AggregationSpec<?, ?, ?> spec, Map<String, ?> configs) {
        Map<String, Object> withRing = new HashMap<>(configs);
        withRing.put(RingSourceConfig.RING_CONFIG, spec.ring());
        return RingSourceConfig.parse(withRing);
    }

    /** Connection and security settings of a Kafka Streams configuration, for an admin client. */
    static Map<String, Object> clientConfig(Map<String, ?> configs) {
        return new HashMap<>(new StreamsConfig(configs).getAdminConfigs("slipring-" + configs.get("application.id")));
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
    public void report(int partition, TaskState state) {
        partitions.add(partition);
        controlPlane.report(
                ControlMessages.progress(spec, applicationId, partition, state, System.currentTimeMillis()));
    }

    @Override
    public void forget(int partition) {
        partitions.remove(partition);
    }

    @Override
    public void close() {
        subscription.close();
        chores.shutdownNow();
        try {
            if (!chores.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("Chores did not end in time application={}", applicationId);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            controlPlane.close();
        } finally {
            try {
                admin.close(CLOSE_TIMEOUT);
            } finally {
                source.close();
            }
        }
    }

    private void widen() {
        if (epochs.isBlocked()) {
            width = topics.partitions(spec.transferTopic());
            epochs.refresh();
        }
    }

    private void purge() {
        topics.purge(spec.transferTopic(), applicationId, Set.copyOf(partitions));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the chore catches its failures; shutdownNow cancels it
    private void every(Duration interval, Runnable chore) {
        Runnable guarded = () -> {
            try {
                chore.run();
            } catch (RuntimeException e) {
                LOG.warn(
                        "Chore failed, will be tried again application={} topic={} error=\"{}\"",
                        applicationId,
                        spec.transferTopic(),
                        e.toString());
            }
        };
        chores.scheduleWithFixedDelay(guarded, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }
}
