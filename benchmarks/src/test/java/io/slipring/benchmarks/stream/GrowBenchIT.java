/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Small, so that only what doesn't depend on time is looked at; the totals are checked by the benchmark itself. */
class GrowBenchIT {
    @Test
    void run_smallState_movesItsShareTwice() throws IOException {
        GrowSettings settings = new GrowSettings(
                1_000_000,
                2,
                200,
                0.1,
                Duration.ofSeconds(1),
                1,
                Duration.ofMillis(200),
                true,
                true,
                List.of("-XX:TieredStopAtLevel=1", "-XX:-AlwaysPreTouch"));
        List<String> steps = new ArrayList<>();

        GrowResult result = GrowBench.run(settings, steps::add);

        assertThat(steps).hasSize(6);
        assertThat(result.keys()).isEqualTo(5_000);
        double state = result.stateBytes();
        assertThat(state).isBetween(0.8e6, 1.2e6);
        assertThat(result.idle().movedBytes() / state).isBetween(0.30, 0.37);
        // Once as transfers and once in the changelog of their new home; of a state this small, commits weigh as much.
        assertThat(result.idle().writtenOverMoved()).isBetween(1.9, 4.0);
        assertThat(Objects.requireNonNull(result.loaded()).movedBytes() / state).isBetween(0.22, 0.28);
        assertThat(Objects.requireNonNull(result.load()).records()).isPositive();
        assertThat(Objects.requireNonNull(result.rivals()).copiedBytes()).isGreaterThan(500_000);
    }
}
