/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PacerTest {
    private long now;

    @Test
    void await_steadyRate_takesRecordsByRateNanoseconds() {
        Pacer pacer = new Pacer(10_000, () -> now, nanos -> now += nanos);

        for (int i = 0; i < 10_001; i++) {
            pacer.await();
        }

        assertThat(now).isBetween(TimeUnit.MILLISECONDS.toNanos(998), TimeUnit.MILLISECONDS.toNanos(1_000));
    }

    @Test
    void await_afterALongPause_doesNotCatchUpMoreThanATenthOfASecond() {
        Pacer pacer = new Pacer(10_000, () -> now, nanos -> now += nanos);
        now += TimeUnit.SECONDS.toNanos(10);
        long resumed = now;

        for (int i = 0; i < 2_001; i++) {
            pacer.await();
        }

        assertThat(now - resumed).isBetween(TimeUnit.MILLISECONDS.toNanos(98), TimeUnit.MILLISECONDS.toNanos(100));
    }

    @Test
    void await_noLimit_neverPauses() {
        Pacer pacer = new Pacer(0, () -> now, nanos -> now += nanos);

        for (int i = 0; i < 100; i++) {
            pacer.await();
        }

        assertThat(now).isZero();
        assertThatThrownBy(() -> Pacer.atRate(-1)).hasMessageContaining("was -1");
    }
}
