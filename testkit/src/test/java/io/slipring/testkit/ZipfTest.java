/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZipfTest {
    @Test
    void probability_ofAllRanks_followsThePowerLawAndAddsUpToOne() {
        Zipf zipf = new Zipf(1_000, 1.0, 1);

        assertThat(zipf.probability(0) / zipf.probability(1)).isEqualTo(2.0, within(1e-12));
        assertThat(zipf.probability(0) / zipf.probability(99)).isEqualTo(100.0, within(1e-9));
        assertThat(IntStream.range(0, 1_000).mapToDouble(zipf::probability).sum())
                .isEqualTo(1.0, within(1e-12));
    }

    /** Pearson's chi-squared: the statistic is near the degrees of freedom, with standard deviation sqrt(2 * df). */
    @ParameterizedTest
    @CsvSource({"50, 0.0", "50, 0.8", "50, 1.0", "50, 1.5", "2, 1.0", "1000, 1.0"})
    void getAsInt_manyTimes_fitsTheDistribution(int ranks, double exponent) {
        Zipf zipf = new Zipf(ranks, exponent, 42);
        int draws = 1_000_000;
        int[] seen = new int[ranks];
        for (int i = 0; i < draws; i++) {
            seen[zipf.getAsInt()]++;
        }

        double chiSquared = 0;
        for (int rank = 0; rank < ranks; rank++) {
            double expected = draws * zipf.probability(rank);
            chiSquared += (seen[rank] - expected) * (seen[rank] - expected) / expected;
        }
        int freedom = ranks - 1;
        assertThat(chiSquared).isLessThan(freedom + 5 * Math.sqrt(2.0 * freedom));
    }

    /** Pinned: a change would make every figure that was measured with a seed incomparable. */
    @Test
    void getAsInt_withAPinnedSeed_givesThePinnedRanks() {
        Zipf zipf = new Zipf(200_000, 1.0, 7);

        assertThat(IntStream.generate(zipf).limit(8)).containsExactly(6396, 8099, 47, 53794, 4795, 49, 2, 29361);
        assertThat(IntStream.generate(zipf).limit(1_000_000).asLongStream().sum())
                .isEqualTo(15_629_970_163L);
    }

    @Test
    void getAsInt_ofOneRank_isZero() {
        assertThat(IntStream.generate(new Zipf(1, 1.0, 3)).limit(100)).containsOnly(0);
    }

    @Test
    void create_withValuesOutOfRange_namesThem() {
        assertThatThrownBy(() -> new Zipf(0, 1.0, 1)).hasMessage("ranks must be >= 1, was 0");
        assertThatThrownBy(() -> new Zipf(1, -0.5, 1)).hasMessage("exponent must be >= 0 and finite, was -0.5");
        assertThatThrownBy(() -> new Zipf(1, Double.NaN, 1)).hasMessage("exponent must be >= 0 and finite, was NaN");
    }
}
