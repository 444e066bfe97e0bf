/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Epoch;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.schemas.TaskProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandoffProgressTest {
    private static final Ring BEFORE = Rings.create("r", 4, Placements.balanced(), Set.of("t"));
    private static final Ring AFTER = RingChange.on(BEFORE).addShards(1).next();

    @Test
    void of_nobodyHasAdopted_everythingIsLeft() {
        HandoffProgress progress = progress(List.of(task(0, 1, 0, 0)));

        assertThat(progress.left()).isEqualTo(2 * 13_107);
        assertThat(progress.share()).isZero();
        assertThat(progress.settled()).isFalse();
    }

    @Test
    void of_halfShipped_isAQuarterDone() {
        HandoffProgress progress = progress(List.of(
                task(0, 2, 1_638, 0),
                task(1, 2, 1_638, 0),
                task(2, 2, 1_638, 0),
                task(3, 2, 1_638, 0),
                task(4, 2, 0, 13_107)));

        assertThat(progress.share()).isBetween(0.249, 0.251);
        assertThat(progress.settled()).isFalse();
    }

    @Test
    void of_oneTaskNeverReported_isNotSettled() {
        List<TaskProgress> tasks = new ArrayList<>();
        for (int partition = 0; partition < 4; partition++) {
            tasks.add(task(partition, 2, 0, 0));
        }
        assertThat(progress(tasks).settled()).isFalse();

        tasks.add(task(4, 2, 0, 0));
        HandoffProgress progress = progress(tasks);
        assertThat(progress.settled()).isTrue();
        assertThat(progress.share()).isEqualTo(1);
    }

    @Test
    void of_twoEpochsBehind_countsBoth() {
        Ring third = RingChange.on(AFTER).addShards(1).next();
        NavigableMap<Epoch, Ring> epochs = Reports.epochs(BEFORE, AFTER, third);

        HandoffProgress all = HandoffProgress.of(epochs, TaskBacklog.of(epochs, List.of(task(0, 1, 0, 0))));

        assertThat(all.total()).isEqualTo(2 * (13_107 + 10_922));
    }

    private static HandoffProgress progress(List<TaskProgress> tasks) {
        NavigableMap<Epoch, Ring> epochs = Reports.epochs(BEFORE, AFTER);
        return HandoffProgress.of(epochs, TaskBacklog.of(epochs, tasks));
    }

    private static TaskProgress task(int partition, int epoch, int toShip, int awaited) {
        TaskProgress task = Reports.of(partition, epoch);
        task.setVnodesToShip(toShip);
        task.setVnodesAwaited(awaited);
        return task;
    }
}
