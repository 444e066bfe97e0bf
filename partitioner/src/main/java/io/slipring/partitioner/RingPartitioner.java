/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.ring.source.RingSource;
import io.slipring.ring.source.RingSources;
import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.metrics.Monitorable;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.jspecify.annotations.Nullable;

/**
 * Sends each record to its key's shard: {@code partitioner.class=io.slipring.partitioner.RingPartitioner} and {@code
 * slipring.ring=NAME} in a producer's configuration; {@link RingPartitionerConfig} has the rest.
 *
 * <p>What counts is the key's serialized bytes: text "42" and its UTF-8 bytes are one key, the integer 42 is another. An
 * empty key is a key. Records without a key go to one shard for about a batch, then to another by weight. A key goes to
 * its shard whether or not the partition has a leader. Records sent with an explicit partition never get here.
 *
 * <p>A ring in mode {@code declared} has the keys that it lists spread over the shards that it lists, one in mode {@code
 * adaptive} also those that this producer finds hot, over the first successors of their owners; by default a ring's mode is
 * {@code off}, and every key has one partition. A split key's records go to one shard for about a batch, then to whichever of
 * its shards this producer has sent the least.
 *
 * <p>Thread-safe, for any number of topics, and pure for records with a key that isn't split: asked again, it answers the
 * same. Opening a producer waits for the first ring, at most for {@code slipring.ring.timeout.ms}; sending never does. All partitioners
 * of a JVM that read one ring alike share its reader, which ends when the last of them is closed.
 *
 * <p>Metrics (group {@code plugins}, removed on close): {@code ring-epoch}, {@code ring-fingerprint}, {@code
 * ring-fallback-total}, and per {@code shard}, {@code shard-records-total} and {@code shard-bytes-total}, which count what
 * was routed, so twice what a client asked twice; and of hot keys, none by name, {@code hot-keys}, {@code hot-key-share-max},
 * {@code hot-key-windows-total}, {@code split-keys} and {@code split-records-total}.
 */
public final class RingPartitioner implements Partitioner, Monitorable {
    private @Nullable RingSource source;
    private @Nullable SplittingRouter router;
    private @Nullable Detection detection;

    /** For the producer, which calls {@link #configure} next. */
    public RingPartitioner() {}

    /**
     * Opens the ring.
     *
     * @throws org.apache.kafka.common.config.ConfigException if a setting breaks its rule; names key, value and rule
     * @throws org.apache.kafka.common.KafkaException what keeps the ring from being known, see {@link RingSource}
     */
    @Override
    public void configure(Map<String, ?> configs) {
        RingPartitionerConfig config = RingPartitionerConfig.parse(configs);
        RingSource opened = RingSources.open(config.source());
        try {
            router = new SplittingRouter(opened, config.hotKeys(), config.runBytes());
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
        source = opened;
        detection = Detection.start(router, config.hotKeys(), config.source().control(), config.clientId());
    }

    @Override
    public void withPluginMetrics(PluginMetrics metrics) {
        RouterMetrics shown = new RouterMetrics(metrics, router());
        RingSource.Subscription unused = source().subscribe(shown::show);
    }

    /**
     * The partition for a record.
     *
     * @return at least 0 and less than the number of the topic's partitions
     * @throws io.slipring.errors.RingDoesNotFitException if no known ring fits the topic
     */
    @Override
    public int partition(
            String topic,
            @Nullable Object key,
            byte @Nullable [] keyBytes,
            @Nullable Object value,
            byte @Nullable [] valueBytes,
            Cluster cluster) {
        SplittingRouter routes = router();
        // All partitions, led or not: a key doesn't wander because a broker is down.
        int partitions = cluster.partitionsForTopic(topic).size();
        return routes.partition(topic, keyBytes, valueBytes == null ? 0 : valueBytes.length, partitions);
    }

    /** Gives back the ring's reader; may be called more than once, and without {@link #configure}. */
    @Override
    public void close() {
        if (detection != null) {
            detection.close();
            detection = null;
        }
        if (router != null) {
            router.close();
        }
        if (source != null) {
            source.close();
        }
    }

    private SplittingRouter router() {
        return configured(router);
    }

    private RingSource source() {
        return configured(source);
    }

    private static <T> T configured(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException(
                    "Cannot route before configure; is this partitioner not the producer's own?");
        }
        return part;
    }
}
