/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private long now;
    private final Budget budget = new Budget(() -> now, 1_000);

    @Test
    void isExhausted_bytesLeftAndTimeLeft_isFalse() {
        budget.start(10);
        budget.spend(999);

        assertThat(budget.isExhausted()).isFalse();
    }

    @Test
    void isExhausted_bytesSpent_leavesTimeForOthers() {
        budget.start(10);
        budget.spend(1_000);

        assertThat(budget.isExhausted()).isTrue();
        assertThat(budget.isTimeUp()).isFalse();
    }

    @Test
    void isExhausted_timeOver_isTrue() {
        budget.start(10);
        now += 10;

        assertThat(budget.isExhausted()).isTrue();
        assertThat(budget.isTimeUp()).isTrue();
    }

    @Test
    void start_overdrawn_waitsUntilTheDebtIsPaid() {
        budget.start(10);
        budget.spend(3_000);
        now += TimeUnit.SECONDS.toNanos(2);
        budget.start(10);
        assertThat(budget.isExhausted()).isTrue();

        now += TimeUnit.MILLISECONDS.toNanos(1);
        budget.start(10);

        assertThat(budget.isExhausted()).isFalse();
    }

    @Test
    void start_afterALongPause_holdsASecondsWorthOnly() {
        now += TimeUnit.HOURS.toNanos(1);
        budget.start(10);
        budget.spend(1_000);

        assertThat(budget.isExhausted()).isTrue();
    }

    @Test
    void isTimeUp_clockThatWrapsAround_stillCompares() {
        now = Long.MAX_VALUE - 5;
        Budget wrapping = new Budget(() -> now, 1_000);
        wrapping.start(10);
        assertThat(wrapping.isTimeUp()).isFalse();

        now += 10;

        assertThat(wrapping.isTimeUp()).isTrue();
    }
}
