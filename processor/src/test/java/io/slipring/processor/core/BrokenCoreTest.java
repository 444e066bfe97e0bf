/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Breaks the core, or what it relies on, in one way at a time: the simulation must notice, or it proves nothing. */
class BrokenCoreTest {
    private static final long SEEDS = 1_000;

    @ParameterizedTest
    @EnumSource(Breakage.class)
    void run_brokenCore_isCaughtWithinAThousandSeeds(Breakage breakage) {
        assertThat(LongStream.range(0, SEEDS)
                        .filter(seed -> SeedReport.violation(SimPlan.ofSeed(seed), breakage.fault())
                                .isPresent())
                        .findFirst())
                .isPresent();
    }
}
