/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.ring.source.RingSource;
import io.slipring.ring.source.RingSourceConfig;
import io.slipring.ring.source.RingSources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * Sends each record of a Kafka Streams sink to its key's shard, and tells Interactive Queries where a key lives: pass it to
 * {@code Produced}, {@code Topology.addSink} and {@code KafkaStreams.queryMetadataForKey} alike.
 *
 * <p>What counts is the key as the given serializer writes it for the topic, without headers, which Kafka Streams shows to
 * no partitioner; use the sink's own key serializer. The value plays no part and may be null. A record without a key goes
 * to one shard for a run, then to another by weight. Thread-safe if the serializer is; one instance may serve any number
 * of sinks, threads and topics.
 *
 * <p>For keys that aren't split it is pure. Where the ring's mode splits a key, its records go to several shards as {@link
 * RingPartitioner} says; asked with a null value, as Interactive Queries do, it always answers with the owner.
 *
 * <p>Kafka Streams closes no partitioner: whoever made one closes it after {@code KafkaStreams}.
 *
 * @param <K> type of the keys
 */
public final class RingStreamPartitioner<K> implements StreamPartitioner<K, Object>, AutoCloseable {
    private static final int RUN_BYTES = 16_384;

    /** Values aren't serialized yet, so a run counts records as if each had this size. */
    private static final int ASSUMED_BYTES = 256;

    private final Serializer<? super K> serializer;
    private final SplittingRouter router;
    private final Detection detection;
    private final Runnable release;

    /** The answer for each partition, made once, so that a lookup allocates nothing of its own. */
    private volatile List<Optional<Set<Integer>>> answers = List.of();

    private RingStreamPartitioner(
            Serializer<? super K> serializer, SplittingRouter router, Detection detection, Runnable release) {
        this.serializer = serializer;
        this.router = router;
        this.detection = detection;
        this.release = release;
    }

    /**
     * Follows a source, which stays the caller's to close.
     *
     * @param serializer the sink's key serializer, which stays the caller's too
     * @throws org.apache.kafka.common.KafkaException what keeps the source from knowing a ring, see {@link RingSource}
     */
    public RingStreamPartitioner(Serializer<? super K> serializer, RingSource source) {
        this(serializer, new SplittingRouter(source, HotKeySettings.DEFAULT, RUN_BYTES));
    }

    private RingStreamPartitioner(Serializer<? super K> serializer, SplittingRouter router) {
        this(serializer, router, Detection.start(router), () -> {});
    }

    /**
     * Opens the source that a configuration names, with the keys of {@link RingPartitionerConfig}; {@link #close()} closes
     * it.
     *
     * @param serializer the sink's key serializer, which stays the caller's
     * @param configs of the Kafka Streams application, or any with bootstrap servers and {@code slipring.ring}
     * @throws org.apache.kafka.common.config.ConfigException if a setting breaks its rule; names key, value and rule
     * @throws org.apache.kafka.common.KafkaException what keeps the source from knowing a ring, see {@link RingSource}
     */
    public static <K> RingStreamPartitioner<K> open(Serializer<? super K> serializer, Map<String, ?> configs) {
        RingSourceConfig config = RingSourceConfig.parse(configs);
        HotKeySettings hotKeys = HotKeyConfig.parse(configs, config);
        RingSource source = RingSources.open(config);
        try {
            SplittingRouter router = new SplittingRouter(source, hotKeys, RUN_BYTES);
            String id =
                    configs.get(StreamsConfig.APPLICATION_ID_CONFIG) instanceof String application ? application : "";
            return new RingStreamPartitioner<>(
                    serializer, router, Detection.start(router, hotKeys, config.control(), id), source::close);
        } catch (RuntimeException e) {
            source.close();
            throw e;
        }
    }

    /**
     * The one partition for a record; never empty, so that the default partitioner never decides.
     *
     * @throws io.slipring.errors.RingDoesNotFitException if no known ring fits the topic
     */
    @Override
    @SuppressWarnings("removal") // deprecated in Kafka 4.4, which keeps it abstract all the same
    public Optional<Set<Integer>> partitions(String topic, @Nullable K key, @Nullable Object value, int numPartitions) {
        byte[] bytes = key == null ? null : serializer.serialize(topic, key);
        return answer(
                bytes != null && value == null
                        ? router.owner(topic, bytes, numPartitions)
                        : router.partition(topic, bytes, ASSUMED_BYTES, numPartitions));
    }

    /** Stops following the ring; never throws. */
    @Override
    public void close() {
        detection.close();
        router.close();
        release.run();
    }

    private Optional<Set<Integer>> answer(int partition) {
        List<Optional<Set<Integer>>> now = answers;
        if (partition >= now.size()) {
            now = IntStream.rangeClosed(0, partition)
                    .mapToObj(p -> Optional.of(Set.of(p)))
                    .toList();
            answers = now;
        }
        return now.get(partition);
    }
}
