/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunningClockTest {
    @Test
    void getAsLong_clockLeapsAndGoesBack_goesOnByLittle() {
        long[] now = {1_000};
        RunningClock clock = new RunningClock(() -> now[0], 15);

        assertThat(clock.getAsLong()).isZero();
        now[0] += 10;
        assertThat(clock.getAsLong()).isEqualTo(10);
        now[0] += 100_000;
        assertThat(clock.getAsLong()).isEqualTo(25);
        now[0] -= 50_000;
        assertThat(clock.getAsLong()).isEqualTo(25);
        now[0] += 3;
        assertThat(clock.getAsLong()).isEqualTo(28);
    }
}
