/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressWindowTest {
    private static final TaskId TASK = new TaskId("r", "totals", 0);
    private final ProgressWindow window = new ProgressWindow(Duration.ofSeconds(10));

    @Test
    void paces_oneReport_isUnknown() {
        add(0, 100, 0);

        assertThat(window.paces()).isEmpty();
    }

    @Test
    void paces_reportsWithinTheWindow_areFromTheFirstToTheLast() {
        add(0, 100, 10);
        add(1_000, 400, 20);
        add(4_000, 500, 90);

        Pace pace = window.paces().get(TASK);

        assertThat(pace).isEqualTo(new Pace(Duration.ofSeconds(4), 400, 80, 40));
        assertThat(pace.shippedBytesPerSecond()).isEqualTo(100);
        assertThat(pace.recordsPerSecond()).isEqualTo(20);
    }

    @Test
    void paces_olderReports_areForgotten() {
        add(0, 0, 0);
        add(5_000, 1_000_000, 0);
        add(20_000, 1_000_100, 0);
        add(21_000, 1_000_200, 0);

        assertThat(window.paces().get(TASK)).isEqualTo(new Pace(Duration.ofSeconds(1), 100, 0, 0));
    }

    @Test
    void paces_heartbeatsFurtherApart_compareTheLastTwo() {
        add(0, 0, 0);
        add(15_000, 0, 10);
        add(30_000, 0, 40);

        assertThat(window.paces().get(TASK)).isEqualTo(new Pace(Duration.ofSeconds(15), 0, 30, 15));
    }

    @Test
    void paces_stateMadeAnew_startsOver() {
        add(0, 1_000, 1_000);
        add(1_000, 0, 0);

        assertThat(window.paces()).isEmpty();

        add(2_000, 0, 10);
        assertThat(window.paces().get(TASK).consumed()).isEqualTo(10);
    }

    private void add(long at, long shipped, long consumed) {
        TaskProgress report = Reports.of(0, 1);
        report.setUpdatedAtMs(at);
        report.setShippedBytes(shipped);
        report.setRecordsConsumed(consumed);
        report.setRecordsForeign(consumed / 2);
        window.add(report);
    }
}
