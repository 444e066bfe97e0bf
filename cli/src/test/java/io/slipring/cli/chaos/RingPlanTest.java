/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Ring;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RingPlanTest {
    private static final Ring FIRST = ChaosCluster.firstRing();

    @Test
    void next_sameSeed_sameRings() {
        assertThat(steps(7)).isEqualTo(steps(7)).isNotEqualTo(steps(8));
    }

    @Test
    void next_manyTimes_allKindsWithinTheLimits() {
        List<RingStep> steps = steps(1);

        assertThat(steps).extracting(RingStep::kind).contains("addShard", "removeShard", "setWeight", "revert");
        assertThat(steps).allSatisfy(step -> {
            assertThat(step.after().epoch()).isEqualTo(step.before().epoch().next());
            assertThat(step.after().requiredPartitions()).isLessThanOrEqualTo(6);
            assertThat(step.after().fingerprint()).isNotEqualTo(step.before().fingerprint());
        });
        assertThat(steps)
                .extracting(RingStep::before)
                .startsWith(FIRST)
                .endsWith(steps.get(28).after());
    }

    private static List<RingStep> steps(long seed) {
        return Stream.generate(new RingPlan(seed, FIRST, 6, Duration.ofSeconds(5))::next)
                .limit(30)
                .toList();
    }
}
