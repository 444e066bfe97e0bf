/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Runs the real core through seeded worlds. {@code -Dsim.seeds=N} runs more of them, {@code -Dsim.seed=S} just one.
 */
class SimulationTest {
    private static final long DEFAULT_SEEDS = 300;

    @Test
    void run_anySeed_keepsEveryPromise() {
        run(SimPlan::ofSeed);
    }

    @Test
    void run_anySeedWithWindows_keepsEveryPromise() {
        run(SimPlan::withWindowsOfSeed);
    }

    @Test
    void run_anySeedWithSessions_keepsEveryPromise() {
        run(SimPlan::withSessionsOfSeed);
    }

    private static void run(LongFunction<SimPlan> plans) {
        Long one = Long.getLong("sim.seed");
        LongStream seeds =
                one != null ? LongStream.of(one) : LongStream.range(0, Long.getLong("sim.seeds", DEFAULT_SEEDS));
        Optional<String> failure = seeds.parallel()
                .boxed()
                .flatMap(seed -> SeedReport.of(seed, plans.apply(seed), new Fault()).stream())
                .findFirst();
        assertThat(failure).isEmpty();
    }
}
