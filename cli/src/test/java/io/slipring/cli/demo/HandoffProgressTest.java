/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.cli.terminal.Glyphs;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.schemas.TaskProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandoffProgressTest {
    private static final Ring BEFORE = Rings.create("r", 4, Placements.balanced(), Set.of("t"));
    private static final Ring AFTER = RingChange.on(BEFORE).addShards(1).next();

    @Test
    void of_nobodyHasAdopted_everythingIsLeft() {
        HandoffProgress progress = HandoffProgress.of(BEFORE, AFTER, List.of(task(0, 1, 0, 0)));

        assertThat(progress.left()).isEqualTo(2 * 13_107);
        assertThat(progress.share()).isZero();
        assertThat(progress.settled()).isFalse();
    }

    @Test
    void of_halfShipped_isAQuarterDone() {
        HandoffProgress progress = HandoffProgress.of(
                BEFORE,
                AFTER,
                List.of(
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
        assertThat(HandoffProgress.of(BEFORE, AFTER, tasks).settled()).isFalse();

        tasks.add(task(4, 2, 0, 0));
        HandoffProgress progress = HandoffProgress.of(BEFORE, AFTER, tasks);
        assertThat(progress.settled()).isTrue();
        assertThat(progress.share()).isEqualTo(1);
    }

    @Test
    void liveLine_threeShards_drawsABarForEach() {
        LiveLine live = new LiveLine(Glyphs.ASCII);

        assertThat(live.of(7, 1_000, List.of(500L, 250L, 0L), 42))
                .isEqualTo(
                        "  7s  in   1,000/s  out     750/s  behind      42   0 ##########  1 #####.....  2 ..........");
        assertThat(live.handoff(new HandoffProgress(50, 100, false), 1_234))
                .isEqualTo("      handoff ###############...............  50%  1,234 ms");
    }

    private static TaskProgress task(int partition, int epoch, int toShip, int awaited) {
        TaskProgress task = new TaskProgress();
        task.setPartition(partition);
        task.setEpoch(epoch);
        task.setVnodesToShip(toShip);
        task.setVnodesAwaited(awaited);
        return task;
    }
}
