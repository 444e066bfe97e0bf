/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Breaks the core, or what it relies on, in one way at a time: the simulation must notice, or it proves nothing. */
class BrokenCoreTest {
    private static final long SEEDS = 1_000;

    @ParameterizedTest
    @EnumSource(Breakage.class)
    void run_brokenCore_isCaughtWithinAThousandSeeds(Breakage breakage) {
        assertCaught(0, SimPlan::ofSeed, breakage::fault);
    }

    @ParameterizedTest
    @EnumSource(WindowBreakage.class)
    void run_brokenWindows_areCaughtWithinAThousandSeeds(WindowBreakage breakage) {
        assertCaught(breakage.firstSeed(), SimPlan::withWindowsOfSeed, breakage::fault);
    }

    @ParameterizedTest
    @EnumSource(SessionBreakage.class)
    void run_brokenSessions_areCaughtWithinAThousandSeeds(SessionBreakage breakage) {
        assertCaught(0, SimPlan::withSessionsOfSeed, breakage::fault);
    }

    private static void assertCaught(long from, LongFunction<SimPlan> plans, Supplier<Fault> fault) {
        assertThat(LongStream.range(from, from + SEEDS)
                        .filter(seed -> SeedReport.violation(plans.apply(seed), fault.get())
                                .isPresent())
                        .findFirst())
                .isPresent();
    }
}
