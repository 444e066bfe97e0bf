/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SeedReportTest {
    @Test
    void of_failingSeed_tellsHowToReplayItInFewSteps() {
        long seed = LongStream.range(0, 100)
                .filter(any -> SeedReport.violation(SimPlan.ofSeed(any), Breakage.IS_HOME_TOO_EARLY.fault())
                        .isPresent())
                .findFirst()
                .orElseThrow();

        SimPlan small = SeedReport.shrink(SimPlan.ofSeed(seed), Breakage.IS_HOME_TOO_EARLY.fault());

        assertThat(SeedReport.violation(small, Breakage.IS_HOME_TOO_EARLY.fault()))
                .isPresent();
        assertThat(small.steps()).hasSizeLessThan(10);
        assertThat(SeedReport.of(seed, SimPlan.ofSeed(seed), Breakage.IS_HOME_TOO_EARLY.fault()))
                .hasValueSatisfying(report -> assertThat(report)
                        .contains("replay: mvn -pl processor -am test ", "-Dsim.seed=" + seed, "shrunk from"));
    }

    @Test
    void of_sameSeedTwice_tellsTheSame() {
        assertThat(SimPlan.ofSeed(7)).isEqualTo(SimPlan.ofSeed(7));
    }

    @Test
    void of_seedThatKeepsItsPromises_tellsNothing() {
        assertThat(SeedReport.of(0, SimPlan.ofSeed(0), new Fault())).isEmpty();
    }
}
