/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.skew;

import io.slipring.hotkeys.HotKey;
import io.slipring.hotkeys.HotKeyTotals;
import io.slipring.hotkeys.SplitRule;
import io.slipring.partitioner.HotKeySettings;
import io.slipring.partitioner.SplittingRouter;
import io.slipring.ring.Ring;
import io.slipring.ring.source.RingSources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.utils.Utils;

/** The ways that are compared. */
final class Schemes {
    /** As many records as the default batch of a producer holds. */
    static final int RUN_BYTES = 16_384;

    static final int PRODUCERS = 4;

    /** In its first two windows a producer doesn't know the keys of its hot tokens yet. */
    private static final int LEARNING = 2;

    private Schemes() {}

    /** What Kafka's producers do: murmur2 of the key, modulo the number of partitions. */
    static Scheme murmur2(int partitions) {
        return (producer, key, valueBytes) -> BuiltInPartitioner.partitionForKey(key, partitions);
    }

    /**
     * Partial key grouping: of two candidates by two hashes, whichever this producer gave fewer records (Nasir et al., "The
     * Power of Both Choices", 2015).
     */
    static Scheme twoChoices(int partitions) {
        long[][] sent = new long[PRODUCERS][partitions];
        return (producer, key, valueBytes) -> {
            int first = BuiltInPartitioner.partitionForKey(key, partitions);
            byte[] salted = Arrays.copyOf(key, key.length + 1);
            salted[key.length] = 0x5A;
            int second = Utils.toPositive(Utils.murmur2(salted)) % partitions;
            int chosen = sent[producer][first] <= sent[producer][second] ? first : second;
            sent[producer][chosen]++;
            return chosen;
        };
    }

    /** Our producers, by the ring's split mode. */
    static RingScheme ring(Ring ring) {
        return new RingScheme(ring);
    }

    /** {@value #PRODUCERS} producers that route by one ring. */
    static final class RingScheme implements Scheme {
        private final List<SplittingRouter> routers = new ArrayList<>();
        private final HotKeyTotals found = new HotKeyTotals();
        private final int partitions;

        private RingScheme(Ring ring) {
            this.partitions = ring.requiredPartitions();
            for (int producer = 0; producer < PRODUCERS; producer++) {
                Random random = new Random(31L * producer);
                routers.add(new SplittingRouter(
                        RingSources.fixed(ring),
                        new HotKeySettings(true, false, Duration.ofNanos(Placing.WINDOW_NANOS), SplitRule.DEFAULT),
                        RUN_BYTES,
                        random::nextInt));
            }
        }

        @Override
        public int partition(int producer, byte[] key, int valueBytes) {
            return routers.get(producer).partition("stream", key, valueBytes, partitions);
        }

        @Override
        public void tick(long nowNanos) {
            for (SplittingRouter router : routers) {
                if (router.tick(nowNanos) && router.hotKeys().number() > LEARNING) {
                    found.add(
                            (double) router.hotKeys().samples(),
                            router.hotKeys().hot());
                }
            }
        }

        /** What the producers found hot in all windows so far. */
        List<HotKey> found() {
            return found.merged();
        }

        @Override
        public void close() {
            routers.forEach(SplittingRouter::close);
        }
    }
}
