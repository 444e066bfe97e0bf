/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.skew;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Ring;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams, chance and time are made, so the figures are the same everywhere. */
class SkewBenchTest {
    private static final int PARTITIONS = 16;
    private static final int WINDOW = SkewBench.window(PARTITIONS);

    @ParameterizedTest
    @ValueSource(doubles = {1.0, 1.2, 1.5, 2.0})
    void zipf_adaptiveAndPlanned_areEven(double exponent) {
        SkewStream stream = SkewStream.zipf(exponent, 8 * WINDOW, 1);

        compare(stream, 1.25, 1.20);
    }

    @Test
    void words_adaptiveAndPlanned_areEven() {
        SkewStream words = SkewStream.words();

        compare(words, 1.15, 1.15);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.0, 1.2, 1.5, 2.0})
    void adaptive_hotSetChangesAbruptly_isEvenAgainWithinThreeWindows(double exponent) {
        SkewStream stream =
                SkewStream.zipf(exponent, 5 * WINDOW, 1).then(SkewStream.zipf(exponent, 5 * WINDOW, 2), "shift");

        List<Outcome> windows =
                Placing.run(stream, Schemes.ring(SkewBench.adaptive(SkewBench.ring(PARTITIONS))), PARTITIONS, WINDOW);

        assertThat(windows.get(4).recordsMaxOverMean()).isLessThan(1.25);
        assertThat(windows.get(5).recordsMaxOverMean()).isGreaterThan(1.5);
        assertThat(windows.get(7).recordsMaxOverMean()).isLessThan(1.25);
        assertThat(windows.get(8).recordsMaxOverMean()).isLessThan(1.25);
    }

    private static void compare(SkewStream stream, double adaptiveLimit, double plannedLimit) {
        Ring ring = SkewBench.ring(PARTITIONS);
        SkewResult adaptive = SkewBench.result("adaptive", stream, PARTITIONS, Schemes.ring(SkewBench.adaptive(ring)));
        Schemes.RingScheme first = Schemes.ring(ring);
        List<Outcome> sent = Placing.run(stream, first, PARTITIONS, WINDOW);
        SkewResult planned =
                SkewBench.result("planned", stream, PARTITIONS, Schemes.ring(SkewBench.planned(ring, first, sent)));

        assertThat(adaptive.maxOverMean()).as("adaptive").isLessThanOrEqualTo(adaptiveLimit);
        assertThat(planned.maxOverMean()).as("planned").isLessThanOrEqualTo(plannedLimit);
        assertThat(adaptive.partialsPerRecord()).isLessThan(0.05);
    }
}
