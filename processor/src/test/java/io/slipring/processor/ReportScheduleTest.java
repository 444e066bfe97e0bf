/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.core.Counters;
import io.slipring.processor.core.TaskState;
import io.slipring.ring.VnodeSet;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportScheduleTest {
    private static final long START = 1_000_000;
    private final ReportSchedule schedule = new ReportSchedule(Duration.ofSeconds(1), Duration.ofSeconds(15));

    @Test
    void mayBeDue_withinTheInterval_isFalse() {
        assertThat(schedule.mayBeDue(START)).isTrue();
        assertThat(schedule.mayBeDue(START + 999)).isFalse();
        assertThat(schedule.mayBeDue(START + 1_000)).isTrue();
    }

    @Test
    void isDue_newState_isTrueAtOnce() {
        assertThat(schedule.isDue(START, state(1))).isTrue();
        assertThat(schedule.isDue(START + 1_000, state(2))).isTrue();
    }

    @Test
    void isDue_sameState_isTrueOnceAHeartbeat() {
        assertThat(schedule.isDue(START, state(1))).isTrue();
        assertThat(schedule.isDue(START + 14_999, state(1))).isFalse();
        assertThat(schedule.isDue(START + 15_000, state(1))).isTrue();
        assertThat(schedule.isDue(START + 16_000, state(1))).isFalse();
        assertThat(schedule.isDue(START + 30_000, state(1))).isTrue();
    }

    private static TaskState state(int epoch) {
        return new TaskState(epoch, List.of(), List.of(), VnodeSet.EMPTY, VnodeSet.EMPTY, List.of(), Counters.ZERO);
    }
}
