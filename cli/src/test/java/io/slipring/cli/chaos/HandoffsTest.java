/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.cli.chaos.Recoveries.Recovery;
import io.slipring.cli.progress.Reports;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandoffsTest {
    private static final long MS = 1_000_000;
    private static final Ring FIRST = ChaosCluster.firstRing();
    private static final Ring SECOND = RingChange.on(FIRST).addShards(1).next();
    private static final Ring THIRD = RingChange.on(SECOND).addShards(1).next();

    private final Handoffs handoffs = new Handoffs(FIRST);

    @Test
    void observe_newTaskHasNotReported_isNotOver() {
        handoffs.published(SECOND, 0);
        handoffs.observe(List.of(task(0, 2, 0), task(1, 2, 0), task(2, 2, 0)), 100 * MS);

        assertThat(handoffs.waitingFor()).isEqualTo("only 3 of 4 tasks have reported");
        assertThat(handoffs.all())
                .singleElement()
                .satisfies(handoff -> assertThat(handoff.endNanos()).isEmpty());
    }

    @Test
    void observe_oneTaskStillSends_isNotOver() {
        handoffs.published(SECOND, 0);
        handoffs.observe(List.of(task(0, 2, 7), task(1, 2, 0), task(2, 2, 0), task(3, 2, 0)), 100 * MS);

        assertThat(handoffs.waitingFor())
                .isEqualTo("task 0 at epoch 2 has 7 vnodes to send, 0 to receive, 0 to release");
    }

    @Test
    void observe_nothingLeftAtALaterEpoch_endsBoth() {
        handoffs.published(SECOND, 0);
        handoffs.published(THIRD, 50 * MS);
        handoffs.observe(List.of(task(0, 3, 0), task(1, 3, 0), task(2, 3, 0), task(3, 3, 0), task(4, 3, 0)), 200 * MS);

        assertThat(handoffs.waitingFor()).isEmpty();
        assertThat(handoffs.all())
                .extracting(handoff -> handoff.duration().toMillis())
                .containsExactly(200L, 150L);
    }

    @Test
    void timings_killDuringAHandoff_countFromTheRecoveryToTheEnd() {
        Recoveries recoveries = new Recoveries();
        handoffs.published(SECOND, 0);
        Recovery kill = recoveries.begin(FaultKind.BROKER_KILL, 100 * MS, List.of(5L));
        Recovery freeze = recoveries.begin(FaultKind.APP_FREEZE, 100 * MS, List.of(9L));
        recoveries.observe(300 * MS, List.of(5L));
        recoveries.observe(400 * MS, List.of(9L));
        handoffs.observe(List.of(task(0, 2, 0), task(1, 2, 0), task(2, 2, 0), task(3, 2, 0)), 1_000 * MS);

        Timings timings = Timings.of(recoveries.over(), handoffs.all());

        assertThat(kill.duration()).isEqualTo(Duration.ofMillis(200));
        assertThat(freeze.duration()).isEqualTo(Duration.ofMillis(300));
        assertThat(timings.singleKills()).isEqualTo(new Times(1, 200, 200));
        assertThat(timings.recoveries()).containsEntry("appFreeze", new Times(1, 300, 300));
        assertThat(timings.handoffs()).isEqualTo(new Times(1, 1_000, 1_000));
        assertThat(timings.handoffAfterRecoveryMaxMillis()).isEqualTo(700);
    }

    private static TaskProgress task(int partition, int epoch, int toShip) {
        TaskProgress task = Reports.of(partition, epoch);
        task.setVnodesToShip(toShip);
        return task;
    }
}
