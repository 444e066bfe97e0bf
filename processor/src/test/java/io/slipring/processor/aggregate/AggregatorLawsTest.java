/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.BinaryOperator;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;

/** The laws must bite: each broken aggregator is found, by the law that it breaks, with its smallest counterexample. */
class AggregatorLawsTest {
    private record Seen(long count, long last) {}

    private static Serde<Seen> seenSerde() {
        Serializer<Seen> serializer = (topic, seen) ->
                new ByteOut().signed(seen.count()).signed(seen.last()).toBytes();
        Deserializer<Seen> deserializer = (topic, bytes) -> {
            ByteIn in = new ByteIn("seen", bytes);
            return new Seen(in.signed(), in.signed());
        };
        return Serdes.serdeFrom(serializer, deserializer);
    }

    private static BrokenLawException broken(Aggregator<Long, ?> aggregator) {
        return AggregatorLaws.of(aggregator)
                .values(random -> random.nextLong(-50, 50))
                .broken()
                .orElseThrow(() -> new AssertionError("no law is broken by " + aggregator.describe()));
    }

    @Test
    void broken_lastByArrival_breaksCommutativity() {
        Aggregator<Long, Long> last =
                Aggregators.of("last-by-arrival", () -> 0L, (a, v) -> v, (a, b) -> b == 0 ? a : b, Serdes.Long());

        BrokenLawException broken = broken(last);

        assertThat(broken.law()).isEqualTo(Law.COMMUTATIVITY);
        assertThat(broken)
                .hasMessageStartingWith("aggregator last-by-arrival breaks the law 'commutativity': merge(a, b) is ")
                .hasMessageContaining("Aggregators.first, last");
        assertThat(broken.getMessage()).containsPattern("for a over \\[-?[12]\\], b over \\[-?[12]\\]");
    }

    @Test
    void broken_orderDependentFold_breaksFoldAsMerge() {
        Aggregator<Long, Long> decayed =
                Aggregators.of("decayed", () -> 0L, (a, v) -> a / 2 + v, Long::sum, Serdes.Long());

        BrokenLawException broken = broken(decayed);

        assertThat(broken.law()).isEqualTo(Law.FOLD);
        assertThat(broken.getMessage()).containsAnyOf("for a over [1], b over [0]", "for a over [-1], b over [0]");
    }

    @Test
    void broken_dedupByArrival_isFoundWithTwoValues() {
        Aggregator<Long, Seen> dedup = Aggregators.of(
                "dedup-by-arrival",
                () -> new Seen(0, Long.MIN_VALUE),
                (seen, id) -> id == seen.last() ? seen : new Seen(seen.count() + 1, id),
                (a, b) -> new Seen(a.count() + b.count(), Math.max(a.last(), b.last())),
                seenSerde());

        BrokenLawException broken = AggregatorLaws.of(dedup)
                .values(random -> random.nextLong(5))
                .same((a, b) -> a.count() == b.count())
                .broken()
                .orElseThrow();

        assertThat(broken.law()).isEqualTo(Law.FOLD);
        assertThat(broken.getMessage())
                .contains("for a over [0], b over [0]")
                .contains("set, distinct) instead of dropping repeated ones");
    }

    @Test
    void broken_floatingPointSumComparedExactly_breaksAssociativity() {
        Aggregator<Double, Double> plain =
                Aggregators.of("plain-sum", () -> 0.0, Double::sum, Double::sum, Serdes.Double());

        BrokenLawException broken = AggregatorLaws.of(plain)
                .values(random -> random.nextDouble() * 10)
                .broken()
                .orElseThrow();

        assertThat(broken.law()).isEqualTo(Law.ASSOCIATIVITY);
        assertThat(broken).hasMessageContaining("sumOfDoubles");
        AggregatorLaws.of(Aggregators.<Double>sumOfDoubles(value -> value))
                .values(random -> random.nextDouble() * 10)
                .check();
    }

    @Test
    void broken_serdeThatLosesAField_breaksTheRoundTrip() {
        Deserializer<Mean> forgetful = (topic, bytes) -> new Mean(
                Mean.FORMAT.serde().deserializer().deserialize(topic, bytes).count(), BigDecimal.ZERO);
        Aggregator<Long, Mean> mean = Aggregators.of(
                "forgetful",
                () -> Mean.NONE,
                (a, v) -> a.plus(BigDecimal.valueOf(v)),
                Mean::plus,
                Serdes.serdeFrom(Mean.FORMAT.serde().serializer(), forgetful));

        BrokenLawException broken = broken(mean);

        assertThat(broken.law()).isEqualTo(Law.SERDE);
        assertThat(broken.getMessage()).containsAnyOf("for a over [1]", "for a over [-1]");
    }

    @Test
    void broken_meanOfMeans_breaksAssociativity() {
        BinaryOperator<Double> mean = (a, b) -> a.isNaN() ? b : b.isNaN() ? a : (a + b) / 2;
        Aggregator<Long, Double> means = Aggregators.of(
                "mean-of-means", () -> Double.NaN, (a, v) -> mean.apply(a, (double) v), mean, Serdes.Double());

        assertThat(broken(means).law()).isEqualTo(Law.ASSOCIATIVITY);
    }

    @Test
    void broken_identityThatIsNone_isNamedWithoutAnyValue() {
        Aggregator<Long, Long> one = Aggregators.of("one", () -> 1L, Long::sum, Long::sum, Serdes.Long());

        BrokenLawException broken = broken(one);

        assertThat(broken.law()).isEqualTo(Law.IDENTITY);
        assertThat(broken).hasMessageContaining("for a over []");
    }

    @Test
    void broken_identityThatCollects_isNotFresh() {
        long[] shared = {0};
        Aggregator<Long, long[]> adding = Aggregators.of(
                "shared",
                () -> shared,
                (sum, value) -> {
                    sum[0] += value;
                    return sum;
                },
                (a, b) -> new long[] {Math.max(a[0], b[0])},
                Serdes.serdeFrom((topic, sum) -> new ByteOut().fixed64(sum[0]).toBytes(), (topic, bytes) ->
                        new long[] {new ByteIn("sum", bytes).fixed64()}));

        assertThat(broken(adding).law()).isIn(Law.IDENTITY, Law.FRESH_IDENTITY);
    }

    @Test
    void check_brokenAggregator_failsAsATestDoesAndTellsTheSeed() {
        Aggregator<Long, Long> minus =
                Aggregators.of("minus", () -> 0L, (a, v) -> a - v, (a, b) -> a - b, Serdes.Long());

        assertThatThrownBy(() -> AggregatorLaws.of(minus)
                        .values(random -> random.nextLong(5))
                        .seed(7)
                        .check())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("aggregator minus breaks the law 'identity'")
                .hasMessageContaining("a over [1]")
                .hasMessageContaining("(seed 7)");
    }

    @Test
    void check_exception_isAFaultUnlessItIsAllowed() {
        AggregatorLaws<Long, Long> laws =
                AggregatorLaws.of(Aggregators.<Long>sumOfLongs(value -> value)).samples(List.of(Long.MAX_VALUE, 1L));

        assertThatThrownBy(laws::check).hasMessageContaining("threw java.lang.ArithmeticException");
        laws.refuses(ArithmeticException.class).check();
    }
}
