/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.cli.chaos.Recoveries.Recovery;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveriesTest {
    private final Recoveries recoveries = new Recoveries();

    @Test
    void observe_onePartitionStillBehind_isNotOver() {
        Recovery recovery = recoveries.begin(FaultKind.APP_KILL, 1_000_000, List.of(10L, 20L));

        recoveries.observe(9_000_000, List.of(99L, 19L));

        assertThat(recovery.isOver()).isFalse();
        assertThat(recovery.waitingFor()).isEqualTo("partition 1 at offset 19 of 20");
        assertThat(recoveries.over()).isEmpty();
    }

    @Test
    void observe_everythingOfBeforeIsProcessed_isOverAtTheFirstSuchLook() {
        Recovery recovery = recoveries.begin(FaultKind.APP_KILL, 1_000_000, List.of(10L, 20L));

        recoveries.observe(5_000_000, List.of(10L, 20L));
        recoveries.observe(9_000_000, List.of(30L, 30L));

        assertThat(recovery.isOver()).isTrue();
        assertThat(recovery.duration()).isEqualTo(Duration.ofMillis(4));
        assertThat(recoveries.over()).containsExactly(recovery);
    }
}
