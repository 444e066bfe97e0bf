/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.errors.RingDoesNotFitException;
import io.slipring.hotkeys.HotKey;
import io.slipring.ring.Ring;
import io.slipring.ring.source.RingSource;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Finds a key's partition by the newest ring that fits the topic.
 *
 * <p>Thread-safe. A lookup is one volatile read, one hash and one array read; it takes no lock and allocates nothing. For
 * the same key, ring and partition count the answer is the same, in whichever client. A ring fits a topic if each of its
 * shards' partitions exists there. A topic that was not grown yet, or whose growth this client has not noticed, thus keeps
 * routing by an older ring, which is correct if not ideal; it is counted in {@link #fallbacks()}.
 */
public final class Router implements AutoCloseable {
    private final RingSource.Subscription subscription;
    private final LongAdder fallbacks = new LongAdder();
    private volatile @Nullable RoutingTable table;

    /**
     * Follows a source, which stays the caller's to close; waits for its first ring as long as the source does.
     *
     * @throws org.apache.kafka.common.KafkaException what keeps the source from knowing a ring, see {@link RingSource}
     */
    public Router(RingSource source) {
        var unused = source.current();
        this.subscription = source.subscribe(this::adopt);
    }

    /**
     * The partition that a key's owner stands for, whether or not the key is split.
     *
     * @param topic for the message should no ring fit
     * @param key serialized key; an empty one is a key like any other
     * @param partitions how many the topic has, whether or not they have a leader
     * @return at least 0 and less than {@code partitions}
     * @throws RingDoesNotFitException if no known ring fits the topic
     */
    public int partition(String topic, byte[] key, int partitions) {
        return ring(topic, partitions).partitionOf(key);
    }

    /**
     * The ring that routes into a topic of so many partitions: the newest that fits.
     *
     * @throws RingDoesNotFitException if no known ring fits the topic
     */
    public Ring ring(String topic, int partitions) {
        return routes(topic, partitions).ring();
    }

    /** {@link #ring}, and its splits. */
    Routes routes(String topic, int partitions) {
        RoutingTable now = table();
        return now.newestFits(partitions) ? now.newest() : older(now, topic, partitions);
    }

    /**
     * Has rings in adaptive mode spread these keys.
     *
     * @param hot by decreasing share
     */
    synchronized void spread(List<HotKey> hot) {
        table = table().withHot(hot);
    }

    /** The newest known ring. */
    public Ring newest() {
        return newestRoutes().ring();
    }

    Routes newestRoutes() {
        return table().newest();
    }

    /** How many lookups went by a ring that is not the newest. */
    public long fallbacks() {
        return fallbacks.sum();
    }

    /** Stops following the source; lookups keep working by what is known. */
    @Override
    public void close() {
        subscription.close();
    }

    private Routes older(RoutingTable now, String topic, int partitions) {
        Routes fitting = now.fitting(partitions);
        if (fitting == null) {
            throw now.misfit(topic, partitions);
        }
        fallbacks.increment();
        return fitting;
    }

    private RoutingTable table() {
        RoutingTable now = table;
        if (now == null) {
            throw new IllegalStateException("No ring was delivered though the source has one");
        }
        return now;
    }

    private synchronized void adopt(Ring ring) {
        RoutingTable now = table;
        table = now == null ? RoutingTable.of(ring) : now.with(ring);
    }
}
