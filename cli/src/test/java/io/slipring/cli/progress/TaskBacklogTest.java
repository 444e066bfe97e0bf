/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.RingDiff;
import io.slipring.ring.Rings;
import io.slipring.schemas.TaskProgress;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TaskBacklogTest {
    private static final Ring ONE = Rings.create("r", 4, Placements.balanced(), Set.of("t"));
    private static final Ring TWO = RingChange.on(ONE).addShards(1).next();
    private static final Ring THREE = RingChange.on(TWO).addShards(1).next();

    @Test
    void of_taskAtTheNewestEpoch_isWhatItReports() {
        TaskProgress report = Reports.of(0, 2);
        report.setVnodesToShip(1_000);
        report.setVnodesReleasing(3);

        TaskBacklog task =
                TaskBacklog.of(Reports.epochs(ONE, TWO), List.of(report)).get(0);

        assertThat(task.toShip()).isEqualTo(1_000);
        assertThat(task.releasing()).isEqualTo(3);
        assertThat(task.left()).isEqualTo(1_003);
        assertThat(task.adopted()).isTrue();
        assertThat(task.settled()).isFalse();
    }

    @Test
    void of_taskTwoEpochsBehind_hasBothBeforeIt() {
        TaskBacklog task = TaskBacklog.of(Reports.epochs(ONE, TWO, THREE), List.of(Reports.of(0, 1)))
                .get(0);

        assertThat(task.toShip())
                .isEqualTo(RingDiff.between(ONE, TWO).lostBy(0).size()
                        + RingDiff.between(TWO, THREE).lostBy(0).size());
        assertThat(task.adopted()).isFalse();
    }

    @Test
    void of_stateOfKnownSize_estimatesTheShareToShip() {
        TaskProgress report = Reports.of(0, 1);
        report.setHomeBytes(1_000_000);
        int owned = ONE.vnodesOfPartition(0).size();
        int lost = RingDiff.between(ONE, TWO).lostBy(0).size();

        TaskBacklog before =
                TaskBacklog.of(Reports.epochs(ONE, TWO), List.of(report)).get(0);
        report.setEpoch(2);
        report.setVnodesToShip(lost);
        TaskBacklog adopted =
                TaskBacklog.of(Reports.epochs(ONE, TWO), List.of(report)).get(0);

        assertThat(before.bytesToShip()).isEqualTo(Math.round(1_000_000.0 * lost / owned));
        assertThat(adopted.bytesToShip()).isEqualTo(before.bytesToShip());
    }

    @Test
    void of_newPartitionWithoutReport_awaitsItsVnodes() {
        List<TaskBacklog> tasks = TaskBacklog.of(
                Reports.epochs(ONE, TWO),
                List.of(Reports.of(0, 2), Reports.of(1, 2), Reports.of(2, 2), Reports.of(3, 2)));

        assertThat(tasks).hasSize(5);
        assertThat(tasks.get(4).report()).isEmpty();
        assertThat(tasks.get(4).awaited()).isEqualTo(13_107);
        assertThat(tasks.get(4).settled()).isFalse();
    }

    @Test
    void of_applicationThatNeverReported_hasNothingToMoveButIsNotSettled() {
        List<TaskBacklog> tasks = TaskBacklog.of(Reports.epochs(ONE), List.of());

        assertThat(tasks).hasSize(4).allSatisfy(task -> {
            assertThat(task.left()).isZero();
            assertThat(task.settled()).isFalse();
        });
    }

    @Test
    void of_taskOfAPartitionBeyondTheRing_isShownToo() {
        assertThat(TaskBacklog.of(Reports.epochs(ONE), List.of(Reports.of(7, 1))))
                .extracting(TaskBacklog::partition)
                .containsExactly(0, 1, 2, 3, 7);
    }

    @Test
    void of_epochsThatAreGone_fallBackToTheOldestKnown() {
        TaskBacklog task = TaskBacklog.of(Reports.epochs(TWO, THREE), List.of(Reports.of(0, 1)))
                .get(0);

        assertThat(task.toShip())
                .isEqualTo(RingDiff.between(TWO, THREE).lostBy(0).size());
        assertThat(task.bytesToShip()).isZero();
    }
}
