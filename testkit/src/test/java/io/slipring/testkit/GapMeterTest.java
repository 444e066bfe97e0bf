/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GapMeterTest {
    private final GapMeter meter = new GapMeter(2, 0);

    @Test
    void maxGap_nothingPending_isZero() {
        observe(0, 0, 0, 0);
        observe(0, 5_000, 0, 0);
        observe(0, 9_000, 10, 10);

        assertThat(meter.maxGapMillis()).isZero();
    }

    @Test
    void maxGap_pendingWithoutProgress_countsFromTheLastTimeNothingWasPending() {
        observe(0, 1_000, 0, 0);
        observe(0, 1_050, 7, 0);
        observe(0, 1_400, 9, 0);

        assertThat(meter.maxGapMillis()).isEqualTo(400);
    }

    @Test
    void maxGap_steadyProgress_isTheTimeBetweenSteps() {
        observe(0, 1_000, 100, 10);
        observe(0, 1_100, 100, 20);
        observe(0, 1_150, 100, 20);
        observe(0, 1_200, 100, 40);
        observe(0, 1_300, 100, 100);
        observe(0, 9_000, 100, 100);

        assertThat(meter.maxGapMillis()).isEqualTo(100);
    }

    @Test
    void maxGap_twoPartitions_oneDoesNotHideTheOther() {
        for (int t = 0; t <= 1_000; t += 100) {
            observe(0, t, 10_000, t + 1);
            observe(1, t, 10_000, 0);
        }

        assertThat(meter.maxGapMillis()).isEqualTo(1_000);
    }

    private void observe(int partition, long millis, long acknowledged, long committed) {
        meter.observe(partition, millis * 1_000_000, acknowledged, committed);
    }
}
