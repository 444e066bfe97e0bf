/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import io.slipring.hotkeys.HotKey;
import io.slipring.hotkeys.HotKeyDetector;
import io.slipring.hotkeys.HotKeyWindow;
import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.Tokens;
import io.slipring.ring.source.RingSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Places records as producers do: a key's at its owner, a split key's at one of its shards, those without a key by weight;
 * looks for hot keys meanwhile, and splits them if the ring's mode is adaptive.
 *
 * <p>Thread-safe. Placing a record is one volatile read of an immutable table, one hash and two array reads, and counting; it
 * takes no lock and allocates nothing. Whoever makes one calls {@link #tick} several times a second.
 */
public final class SplittingRouter implements AutoCloseable {
    private final Router router;
    private final ShardLoad load = new ShardLoad();
    private final KeylessRuns keyless;
    private final int runBytes;
    private final @Nullable HotKeyDetector detector;
    private final long windowNanos;

    // Guarded by this.
    private List<HotKey> spread = List.of();
    private SplitTable splits = SplitTable.NONE;
    private long endedNanos;
    private boolean ticked;

    /**
     * Follows a source, which stays the caller's to close; waits for its first ring as long as the source does.
     *
     * @param runBytes how much goes to one shard in a run of a split key's records, or of records without a key
     * @throws org.apache.kafka.common.KafkaException what keeps the source from knowing a ring, see {@link RingSource}
     */
    public SplittingRouter(RingSource source, HotKeySettings settings, int runBytes) {
        this(source, settings, runBytes, () -> ThreadLocalRandom.current().nextInt());
    }

    /**
     * Like the other constructor, with chance of one's own.
     *
     * @param random any int; thread-safe if this is to be
     */
    public SplittingRouter(RingSource source, HotKeySettings settings, int runBytes, IntSupplier random) {
        this.router = new Router(source);
        this.runBytes = runBytes;
        this.windowNanos = settings.window().toNanos();
        this.keyless = new KeylessRuns(runBytes, bound -> Integer.remainderUnsigned(random.getAsInt(), bound));
        this.detector = settings.enabled() ? new HotKeyDetector(settings.window(), settings.rule(), random) : null;
    }

    /**
     * The partition for a record.
     *
     * @param topic for the message should no ring fit
     * @param key serialized key; null if the record has none
     * @param valueBytes size of the value
     * @param partitions how many the topic has, whether or not they have a leader
     * @return at least 0 and less than {@code partitions}
     * @throws io.slipring.errors.RingDoesNotFitException if no known ring fits the topic
     */
    public int partition(String topic, byte @Nullable [] key, int valueBytes, int partitions) {
        Routes routes = router.routes(topic, partitions);
        if (key == null) {
            int partition = keyless.next(topic, routes.ring(), partitions, valueBytes);
            load.lane().count(partition, valueBytes);
            return partition;
        }
        Lane lane = load.lane();
        long token = Tokens.token(key);
        int bytes = key.length + valueBytes;
        HotKeyDetector looking = detector;
        if (looking != null && lane.isSample()) {
            lane.sampleIn(looking.sample(token, key));
        }
        Split split = routes.splits().find(token, key);
        int partition = split == null ? routes.ring().partitionOfVnode(Tokens.vnode(token)) : next(split, bytes, lane);
        lane.count(partition, bytes);
        return partition;
    }

    private int next(Split split, int bytes, Lane lane) {
        lane.countSplit();
        return split.next(lane, load, bytes, runBytes);
    }

    /**
     * The partition of a key's owner, whether or not it is split; counts nothing.
     *
     * @throws io.slipring.errors.RingDoesNotFitException if no known ring fits the topic
     */
    public int owner(String topic, byte[] key, int partitions) {
        return router.partition(topic, key, partitions);
    }

    /**
     * Does what is due: counts samples, and ends the window in which hot keys are looked for.
     *
     * @param nowNanos {@link System#nanoTime}
     * @return whether a window ended
     */
    public synchronized boolean tick(long nowNanos) {
        if (!ticked) {
            endedNanos = nowNanos;
            ticked = true;
        }
        HotKeyDetector looking = detector;
        boolean ended = false;
        if (looking != null && looking.tick(nowNanos, owners(router.newest()))) {
            spread(looking.last().hot());
            ended = true;
        }
        if (ended || nowNanos - endedNanos >= windowNanos) {
            forget();
            endedNanos = nowNanos;
        }
        return ended;
    }

    private void spread(List<HotKey> hot) {
        List<HotKey> split = new ArrayList<>(hot);
        split.removeIf(key -> key.ways() == 1);
        if (!sameWays(spread, split)) {
            router.spread(split);
            spread = split;
        }
    }

    /**
     * Has the load of the past count half, or, once other keys are split, not at all: what a shard had too much of before is not
     * made up for, or the others would overflow meanwhile.
     */
    private void forget() {
        Routes now = router.newestRoutes();
        load.forget(now.required(), now.splits().equals(splits) ? 0.5 : 0);
        splits = now.splits();
    }

    private static int owners(Ring ring) {
        int owners = 0;
        for (Shard shard : ring.shards()) {
            owners += shard.isDrained() ? 0 : 1;
        }
        return owners;
    }

    /** Whether the same keys are split as widely; their shares don't matter. */
    private static boolean sameWays(List<HotKey> before, List<HotKey> after) {
        return before.size() == after.size()
                && after.stream()
                        .allMatch(key -> before.stream()
                                .anyMatch(old -> old.ways() == key.ways() && Arrays.equals(old.key(), key.key())));
    }

    /** What was found hot in the last window. */
    public HotKeyWindow hotKeys() {
        HotKeyDetector looking = detector;
        return looking == null ? HotKeyWindow.NONE : looking.last();
    }

    /** How many keys are split by the newest ring. */
    public int splits() {
        return router.newestRoutes().splits().size();
    }

    /** How many records of split keys were placed. */
    public long splitRecords() {
        return load.splitRecords();
    }

    Router router() {
        return router;
    }

    ShardLoad load() {
        return load;
    }

    /** Stops following the source; never throws. */
    @Override
    public void close() {
        router.close();
    }
}
