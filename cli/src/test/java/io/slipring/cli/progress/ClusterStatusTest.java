/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.cli.command.CommandFailure;
import io.slipring.errors.RingNotFoundException;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ClusterStatusTest {
    private static final Ring ONE = Rings.create("r", 2, Placements.balanced(), Set.of("t"));
    private static final Ring TWO = RingChange.on(ONE).addShards(1).next();
    private static final Selection ALL = new Selection(Optional.empty(), Optional.empty());

    private final List<AppRegistration> apps = new ArrayList<>(List.of(Reports.app("totals")));
    private final List<TaskProgress> tasks = new ArrayList<>();
    private final Map<TaskId, Pace> paces = new HashMap<>();
    private final Map<String, GroupFacts> groups = new HashMap<>();

    @Test
    void of_everyTaskDone_isSettled() {
        settle("totals", 2);

        ClusterStatus status = status(ALL);

        assertThat(status.progress().settled()).isTrue();
        assertThat(status.progress().share()).isEqualTo(1);
        assertThat(status.etaMs()).hasValue(0);
        assertThat(status.lacks()).isEmpty();
    }

    @Test
    void lacks_tasksBehindOrBusyOrSilent_namesEach() {
        tasks.add(Reports.of(0, 1));
        TaskProgress busy = Reports.of(1, 2);
        busy.setVnodesToShip(12);
        busy.setVnodesAwaited(3);
        busy.setUpdatedAtMs(Reports.NOW - 41_000);
        tasks.add(busy);

        assertThat(status(ALL).lacks())
                .containsExactly("application totals is not at epoch 2 of ring r: partition 0 at epoch 1; "
                        + "partition 1 has 12 vnodes to ship, 3 awaited, 0 releasing, no report for 41 s; "
                        + "partition 2 never reported");
    }

    @Test
    void of_otherApplicationBehind_countsOnlyIfAskedFor() {
        settle("totals", 2);
        apps.add(Reports.app("averages"));

        assertThat(status(ALL).progress().settled()).isFalse();
        assertThat(status(app("totals")).progress().settled()).isTrue();
    }

    @Test
    void of_unknownApplication_namesThoseThatThereAre() {
        apps.add(Reports.app("averages"));

        assertThatThrownBy(() -> status(app("total")))
                .isInstanceOf(CommandFailure.class)
                .hasMessage("no application total is bound to any ring; there are averages, totals");
        assertThatThrownBy(() -> status(new Selection(Optional.of("r"), Optional.of("total"))))
                .hasMessage("no application total is bound to ring r; there are averages, totals");
    }

    @Test
    void of_unknownRing_namesThoseThatThereAre() {
        assertThatThrownBy(() -> status(new Selection(Optional.of("q"), Optional.empty())))
                .isInstanceOf(RingNotFoundException.class)
                .hasMessage("Ring q does not exist; there are [r]");
    }

    @Test
    void lag_committedOrNot_isToTheEnd() {
        settle("totals", 2);
        groups.put(
                "totals",
                new GroupFacts(
                        "stable",
                        new GroupOffsets(
                                Map.of(partition("t", 0), 90L, partition("totals-transfer", 0), 7L),
                                Map.of(partition("t", 1), 50L),
                                Map.of(
                                        partition("t", 0), 100L,
                                        partition("t", 1), 80L,
                                        partition("totals-transfer", 0), 7L)),
                        List.of()));

        AppStatus app = status(ALL).rings().get(0).apps().get(0);

        assertThat(app.group()).isEqualTo("stable");
        assertThat(app.tasks())
                .extracting(TaskStatus::sourceLag)
                .containsExactly(OptionalLong.of(10), OptionalLong.of(30), OptionalLong.empty());
        assertThat(app.sourceLag()).hasValue(40);
        assertThat(app.transferLag()).hasValue(0);
    }

    @Test
    void eta_tasksOfDifferentPace_isOfTheSlowest() {
        for (int partition = 0; partition < 2; partition++) {
            TaskProgress task = Reports.of(partition, 2);
            task.setVnodesToShip(100);
            task.setHomeBytes(1_000_000);
            tasks.add(task);
        }
        pace(0, 10_000);
        pace(1, 1_000);

        ClusterStatus status = status(ALL);

        long slowest =
                status.rings().get(0).apps().get(0).tasks().get(1).backlog().bytesToShip();
        assertThat(slowest).isPositive();
        assertThat(status.etaMs()).hasValue(slowest);
    }

    @Test
    void eta_nobodyShips_isUnknown() {
        TaskProgress task = Reports.of(0, 2);
        task.setVnodesToShip(100);
        task.setHomeBytes(1_000_000);
        tasks.add(task);

        assertThat(status(ALL).etaMs()).isEmpty();
    }

    @Test
    void eta_paceOfAnEarlierHandoff_isUnknown() {
        TaskProgress task = Reports.of(0, 1);
        task.setHomeBytes(1_000_000);
        tasks.add(task);
        pace(0, 10_000);

        assertThat(status(ALL).etaMs()).isEmpty();
    }

    @Test
    void pace_ofASilentTask_isNotTold() {
        TaskProgress task = Reports.of(0, 1);
        task.setUpdatedAtMs(Reports.NOW - 60_000);
        tasks.add(task);
        pace(0, 10_000);

        TaskStatus silent = status(ALL).rings().get(0).apps().get(0).tasks().get(0);

        assertThat(silent.isStale()).isTrue();
        assertThat(silent.shippedBytesPerSecond()).isEmpty();
    }

    private ClusterStatus status(Selection selection) {
        return ClusterStatus.of(
                new StatusFacts(Reports.control(Reports.epochs(ONE, TWO), apps, tasks), paces, groups, Reports.NOW),
                selection);
    }

    private void settle(String app, int epoch) {
        for (int partition = 0; partition < 3; partition++) {
            TaskProgress task = Reports.of(partition, epoch);
            task.setApplicationId(app);
            tasks.add(task);
        }
    }

    private void pace(int partition, long bytesPerSecond) {
        paces.put(new TaskId("r", "totals", partition), new Pace(Duration.ofSeconds(1), bytesPerSecond, 0, 0));
    }

    private static Selection app(String id) {
        return new Selection(Optional.empty(), Optional.of(id));
    }

    private static TopicPartition partition(String topic, int partition) {
        return new TopicPartition(topic, partition);
    }
}
