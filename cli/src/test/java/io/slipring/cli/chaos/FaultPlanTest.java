/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
    private static final Duration TAKEOVER = Duration.ofSeconds(9);
    private static final int DECK =
            Arrays.stream(FaultKind.values()).mapToInt(FaultKind::share).sum();

    @Test
    void next_sameSeed_sameFaults() {
        assertThat(faults(7, 100)).isEqualTo(faults(7, 100)).isNotEqualTo(faults(8, 100));
    }

    @Test
    void next_oneDeck_hasEachKindByItsShare() {
        List<Fault> deck = faults(1, DECK);

        for (FaultKind kind : FaultKind.values()) {
            assertThat(deck).filteredOn(fault -> fault.kind() == kind).hasSize(kind.share());
        }
    }

    @Test
    void next_freeze_outlastsTheTakeover() {
        assertThat(faults(1, 4 * DECK))
                .allSatisfy(fault -> assertThat(fault.app()).isBetween(0, 2))
                .allSatisfy(fault -> assertThat(fault.broker()).isBetween(0, 2))
                .filteredOn(fault -> fault.kind() == FaultKind.APP_FREEZE)
                .allSatisfy(fault -> assertThat(fault.down()).isGreaterThanOrEqualTo(TAKEOVER));
    }

    private static List<Fault> faults(long seed, int count) {
        return Stream.generate(new FaultPlan(seed, 3, 3, TAKEOVER)::next)
                .limit(count)
                .toList();
    }
}
