/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Small, so that only what doesn't depend on time is looked at; the totals are checked by the benchmark itself. */
class SteadyBenchIT {
    @Test
    void run_smallLoad_reportsEachVariant() throws IOException {
        SteadySettings settings = new SteadySettings(
                3_000,
                1_000,
                List.of(50),
                List.of(Workload.HALF),
                List.of(Variant.DSL_REPARTITION, Variant.SLIPRING_ANY),
                OptionalDouble.of(2_000),
                2,
                1,
                Duration.ofMillis(200),
                100,
                List.of("-XX:TieredStopAtLevel=1", "-XX:-AlwaysPreTouch"));
        List<SteadyResult> seen = new ArrayList<>();

        List<SteadyResult> results = SteadyBench.run(settings, seen::add);

        assertThat(seen).isEqualTo(results);
        assertThat(results).extracting(SteadyResult::variant).containsExactly("dsl-repartition", "slipring-any");
        assertThat(results).allSatisfy(result -> {
            assertThat(result.records()).isEqualTo(4_000);
            assertThat(result.inputBytes()).isBetween(100.0, 200.0);
            assertThat(result.recordsPerSecond()).isPositive();
            assertThat(result.recordsPerCpuSecond()).isPositive();
            assertThat(result.p50Millis()).isPositive().isLessThanOrEqualTo(result.p999Millis());
            assertThat(result.liveHeapBytes()).isPositive();
        });
        double repartitioned = results.get(0).betweenBytes();
        assertThat(repartitioned).isGreaterThan(100);
        assertThat(results.get(1).betweenBytes()).isPositive().isLessThan(0.2 * repartitioned);
    }
}
