/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.Shard;
import io.slipring.ring.ShardId;
import io.slipring.ring.Tokens;
import io.slipring.ring.VnodeTable;
import io.slipring.ring.source.RingSources;
import io.slipring.ring.source.SettableRingSource;
import io.slipring.ring.source.Together;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** Each record routes wholly by one epoch while epochs are published and topics grow. */
class RouterConcurrencyTest {
    private static final int EPOCHS = 150;
    private static final int THREADS = 16;
    private static final int LOOKUPS_PER_EPOCH = 400;

    /** Two shards whose partitions no other epoch has, in a pattern of this epoch: an answer tells its epoch. */
    private static Ring ring(int epoch) {
        return Ring.builder("orders")
                .epoch(new Epoch(epoch))
                .shards(List.of(
                        new Shard(new ShardId(0), 1, "", 2 * epoch), new Shard(new ShardId(1), 1, "", 2 * epoch + 1)))
                .table(VnodeTable.of(vnode -> answer(vnode, epoch)))
                .build();
    }

    private static int answer(int vnode, int epoch) {
        return (vnode * 31 + epoch * 17 >>> 2) & 1;
    }

    @Test
    void partition_whileEpochsArePublishedAndTopicsGrow_isOneEpochsAndNeverGoesBack() throws Exception {
        List<Ring> rings = new ArrayList<>();
        for (int epoch = 1; epoch <= EPOCHS; epoch++) {
            rings.add(ring(epoch));
        }
        SettableRingSource source = RingSources.fixed(rings.get(0));
        AtomicInteger publishing = new AtomicInteger(1);
        AtomicInteger published = new AtomicInteger(1);
        AtomicInteger grown = new AtomicInteger(4);
        LongAdder lookups = new LongAdder();

        try (Router router = new Router(source)) {
            List<Together.Task> tasks = new ArrayList<>();
            tasks.add(random -> {
                long end = System.nanoTime() + Together.DEADLINE.toNanos();
                for (int epoch = 2; epoch <= EPOCHS; epoch++) {
                    await(lookups, (epoch - 1L) * LOOKUPS_PER_EPOCH, end);
                    publishing.set(epoch);
                    source.publish(rings.get(epoch - 1));
                    published.set(epoch);
                    if (random.nextInt(3) == 0) {
                        grown.set(2 + 2 * epoch);
                    }
                }
            });
            for (int i = 0; i < THREADS; i++) {
                tasks.add(random -> {
                    int lastWide = 0;
                    int lastNarrow = 0;
                    while (lastWide < EPOCHS) {
                        byte[] key = ByteBuffer.allocate(8)
                                .putLong(random.nextLong())
                                .array();
                        int vnode = Tokens.vnode(key);

                        int least = published.get();
                        int wide = epochOf(router.partition("wide", key, 2 + 2 * EPOCHS), vnode);
                        assertThat(wide)
                                .as("epoch of the topic with room for all")
                                .isBetween(Math.max(least, lastWide), publishing.get());
                        lastWide = wide;

                        int partitions = grown.get();
                        int fits = partitions / 2 - 1;
                        int leastThatFits = Math.min(fits, published.get());
                        int narrow = epochOf(router.partition("narrow", key, partitions), vnode);
                        assertThat(narrow)
                                .as("epoch of the topic with %d partitions", partitions)
                                .isBetween(Math.max(leastThatFits, lastNarrow), Math.min(fits, publishing.get()));
                        lastNarrow = narrow;
                        lookups.increment();
                    }
                });
            }
            Together.run(Together.SEED, tasks);
        }
        assertThat(lookups.sum()).isGreaterThanOrEqualTo((EPOCHS - 1L) * LOOKUPS_PER_EPOCH);
    }

    /** The one epoch that can have given the answer; fails if none gives it for the vnode. */
    private static int epochOf(int partition, int vnode) {
        int epoch = partition / 2;
        assertThat(partition % 2)
                .as("shard of vnode %d by epoch %d", vnode, epoch)
                .isEqualTo(answer(vnode, epoch));
        return epoch;
    }

    private static void await(LongAdder counter, long atLeast, long end) throws TimeoutException {
        while (counter.sum() < atLeast) {
            if (System.nanoTime() - end > 0) {
                throw new TimeoutException("Waited " + TimeUnit.NANOSECONDS.toSeconds(Together.DEADLINE.toNanos())
                        + " s for " + atLeast + " lookups, there were " + counter.sum());
            }
            Thread.onSpinWait();
        }
    }
}
