/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.partitioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.ShardId;
import io.slipring.ring.source.TestRings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeylessRunsTest {
    private final Ring ring = TestRings.first("orders", 4);
    private final Random random = new Random(7);

    @Test
    void next_withinABatch_staysOnOneShard() {
        KeylessRuns runs = new KeylessRuns(1_000, random::nextInt);

        List<Integer> tens = new ArrayList<>();
        for (int run = 0; run < 200; run++) {
            Set<Integer> partitions = new HashSet<>();
            for (int i = 0; i < 10; i++) {
                partitions.add(runs.next("orders", ring, 4, 100));
            }
            assertThat(partitions).hasSize(1);
            tens.addAll(partitions);
        }
        assertThat(tens).contains(0, 1, 2, 3);
    }

    @Test
    void next_weights_areKept() {
        Ring weighted = RingChange.on(ring).setWeight(new ShardId(2), 5).next();
        KeylessRuns runs = new KeylessRuns(1, random::nextInt);

        int[] counts = new int[4];
        for (int i = 0; i < 80_000; i++) {
            counts[runs.next("orders", weighted, 4, 10)]++;
        }

        assertThat(counts[2] / 80_000.0).isCloseTo(5 / 8.0, within(0.02));
        assertThat(counts[0] / 80_000.0).isCloseTo(1 / 8.0, within(0.02));
    }

    @Test
    void next_drainedShard_getsNothing() {
        Ring drained = RingChange.on(ring).removeShard(new ShardId(1)).next();
        KeylessRuns runs = new KeylessRuns(0, random::nextInt);

        for (int i = 0; i < 10_000; i++) {
            assertThat(runs.next("orders", drained, 4, 10)).isNotEqualTo(1);
        }
    }

    @Test
    void next_topicReCreatedSmaller_leavesTheLostPartition() {
        Ring two = TestRings.first("orders", 2);
        KeylessRuns runs = new KeylessRuns(Integer.MAX_VALUE, bound -> bound - 1);
        assertThat(runs.next("orders", ring, 4, 10)).isEqualTo(ring.partitionOfVnode(65_535));

        for (int i = 0; i < 10; i++) {
            assertThat(runs.next("orders", two, 1 + two.partitionOfVnode(65_535), 10))
                    .isLessThan(2);
        }
    }

    @Test
    void next_severalTopics_runApart() {
        KeylessRuns runs = new KeylessRuns(1_000, random::nextInt);
        Set<Integer> differences = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            differences.add(runs.next("orders", ring, 4, 1_000) - runs.next("payments", ring, 4, 1_000));
        }

        assertThat(differences).hasSizeGreaterThan(1);
    }

    @Test
    void next_recordLargerThanABatch_isARunOfItsOwn() {
        KeylessRuns runs = new KeylessRuns(100, random::nextInt);
        Set<Integer> partitions = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            partitions.add(runs.next("orders", ring, 4, Integer.MAX_VALUE));
        }

        assertThat(partitions).containsExactlyInAnyOrder(0, 1, 2, 3);
    }
}
