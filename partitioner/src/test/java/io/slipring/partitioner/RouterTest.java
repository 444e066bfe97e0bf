/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.slipring.errors.RingDoesNotFitException;
import io.slipring.errors.RingNotFoundException;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.ShardId;
import io.slipring.ring.source.RingSources;
import io.slipring.ring.source.SettableRingSource;
import io.slipring.ring.source.TestRings;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RouterTest {
    private static final List<byte[]> KEYS = IntStream.range(0, 2_000)
            .mapToObj(i -> ("key-" + i).getBytes(StandardCharsets.UTF_8))
            .toList();

    private final Ring four = TestRings.first("orders", 4);
    private final Ring five = TestRings.grown(four);
    private final SettableRingSource source = RingSources.fixed(four);
    private final Router router = new Router(source);

    @Test
    void partition_ringFits_isTheOwnersPartition() {
        for (byte[] key : KEYS) {
            assertThat(router.partition("orders", key, 4))
                    .isEqualTo(four.ownerOf(key).partition());
        }
        assertThat(router.fallbacks()).isZero();
    }

    @Test
    void partition_topicHasMorePartitions_doesNotMoveKeys() {
        for (byte[] key : KEYS) {
            assertThat(router.partition("orders", key, 100)).isEqualTo(router.partition("orders", key, 4));
        }
    }

    @Test
    void partition_emptyKey_isAKeyLikeAnyOther() {
        byte[] empty = {};

        assertThat(router.partition("orders", empty, 4)).isEqualTo(four.partitionOf(empty));
    }

    @Test
    void partition_newEpochTopicGrown_followsIt() {
        source.publish(five);

        assertThat(router.newest()).isEqualTo(five);
        for (byte[] key : KEYS) {
            assertThat(router.partition("orders", key, 5)).isEqualTo(five.partitionOf(key));
        }
    }

    @Test
    void partition_newEpochTopicNotGrown_keepsTheOlderRingAndCounts() {
        source.publish(five);

        for (byte[] key : KEYS) {
            assertThat(router.partition("orders", key, 4)).isEqualTo(four.partitionOf(key));
        }
        assertThat(router.fallbacks()).isEqualTo(KEYS.size());
    }

    @Test
    void partition_severalOlderRingsFit_takesTheNewestOfThem() {
        Ring drained = RingChange.on(four).removeShard(new ShardId(1)).next();
        Ring grown = RingChange.on(drained).addShards(3).next();
        source.publish(drained);
        source.publish(grown);

        assertThat(router.ring("orders", 4)).isEqualTo(drained);
        assertThat(router.ring("orders", grown.requiredPartitions())).isEqualTo(grown);
    }

    @Test
    void partition_noRingFits_namesEverything() {
        source.publish(five);

        assertThatThrownBy(() -> router.partition("orders", KEYS.get(0), 3))
                .isInstanceOfSatisfying(RingDoesNotFitException.class, e -> {
                    assertThat(e.topic()).isEqualTo("orders");
                    assertThat(e.epoch()).isEqualTo(2);
                    assertThat(e.shard()).isEqualTo(3);
                    assertThat(e.partition()).isEqualTo(3);
                    assertThat(e.partitionCount()).isEqualTo(3);
                })
                .hasMessageContaining("at least 5 partitions");
    }

    @Test
    void partition_noPartitionsOrNonsense_isRefusedNotWrapped() {
        for (int count : new int[] {0, -1, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> router.partition("orders", KEYS.get(0), count))
                    .isInstanceOf(RingDoesNotFitException.class);
        }
    }

    @Test
    void constructor_sourceWithoutRing_throwsWhatTheSourceThrows() {
        assertThatThrownBy(() -> new Router(RingSources.fixed()))
                .isInstanceOfAny(RingNotFoundException.class, org.apache.kafka.common.errors.RetriableException.class);
    }

    @Test
    void close_newEpochLater_keepsRoutingByWhatIsKnown() {
        router.close();
        source.publish(five);

        assertThat(router.newest()).isEqualTo(four);
    }

    @Test
    void partition_manyLookups_allocatesNothing() {
        source.publish(five);
        byte[] key = KEYS.get(7);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int sum = lookups(key, 100_000);

        long before = threads.getCurrentThreadAllocatedBytes();
        sum += lookups(key, 1_000_000);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(sum).isPositive();
        assertThat(allocated).as("bytes for 1,000,000 lookups").isLessThan(100_000);
    }

    private int lookups(byte[] key, int times) {
        int sum = 1;
        for (int i = 0; i < times; i++) {
            sum += router.partition("orders", key, 4 + (i & 1)) & 1;
        }
        return sum;
    }
}
