/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AggregatorsTest {
    /** The JVMs that datasketches-memory knows. */
    private static final boolean SKETCHES =
            List.of(17, 21).contains(Runtime.version().feature());

    /** Aggregates whole numbers from -50 to 50, in whatever form. */
    static Stream<Arguments> builtIn() {
        Composite<Long> composite = Aggregators.composite();
        composite.part("count", Aggregators.count());
        composite.part("mean", Aggregators.mean(BigDecimal::valueOf));
        composite.part("top", Aggregators.topItems(String::valueOf, 8));
        return Stream.concat(ofAnyJvm(composite.build()), SKETCHES ? sketches() : Stream.<Aggregator<Long, ?>>empty())
                .map(Arguments::of);
    }

    private static Stream<Aggregator<Long, ?>> sketches() {
        Composite<Long> composite = Aggregators.composite();
        composite.part("distinct", Aggregators.distinct(String::valueOf));
        composite.part("quantiles", Aggregators.quantiles(Long::doubleValue));
        return Stream.of(
                Aggregators.<Long>distinct(String::valueOf),
                Aggregators.<Long>quantiles(value -> value),
                composite.build());
    }

    private static Stream<Aggregator<Long, ?>> ofAnyJvm(Aggregator<Long, Combined> composite) {
        return Stream.of(
                Aggregators.<Long>count(),
                Aggregators.<Long>sumOfLongs(value -> value),
                Aggregators.<Long>minOfLongs(value -> value),
                Aggregators.<Long>maxOfLongs(value -> value),
                Aggregators.<Long>sumOfDecimals(AggregatorsTest::decimal),
                Aggregators.<Long>sumOfDoubles(value -> value / 7.0),
                Aggregators.<Long, Long>min(value -> value, Serdes.Long()),
                Aggregators.<Long, String>max(String::valueOf, Serdes.String()),
                Aggregators.<Long>minOfDecimals(AggregatorsTest::decimal),
                Aggregators.<Long>maxOfDecimals(AggregatorsTest::decimal),
                Aggregators.<Long>mean(AggregatorsTest::decimal),
                Aggregators.<Long>variance(value -> 1e6 + value / 7.0),
                Aggregators.<Long>stats(AggregatorsTest::decimal),
                Aggregators.<Long>topItems(value -> String.valueOf(value / 10), 100),
                Aggregators.<Long>topItems(String::valueOf, 6),
                Aggregators.<Long, Long>set(value -> value, Serdes.Long(), 100),
                Aggregators.<Long, Long>set(value -> value, Serdes.Long(), 5),
                Aggregators.<Long, Long>reduce(value -> value, Long::sum, Serdes.Long()),
                Aggregators.<Long, Long>first(value -> value, Serdes.Long()).<Long>on(AggregatorsTest::positioned),
                Aggregators.<Long, Long>last(value -> value, Serdes.Long()).<Long>on(AggregatorsTest::positioned),
                composite);
    }

    /** With trailing zeros now and then. */
    private static BigDecimal decimal(Long value) {
        return BigDecimal.valueOf(value * 10, 2).setScale(2 + (int) Math.abs(value % 3));
    }

    /** Some at the same place, as a flatMap makes them. */
    private static Positioned<Long> positioned(Long value) {
        return new Positioned<>(value, value % 3, "t", (int) (value % 2), value / 4);
    }

    @ParameterizedTest
    @MethodSource("builtIn")
    <A> void laws_generatedValues_hold(Aggregator<Long, A> aggregator) {
        AggregatorLaws.of(aggregator).values(random -> random.nextLong(-50, 51)).check();
    }

    @ParameterizedTest
    @MethodSource("builtIn")
    <A> void laws_manyValues_hold(Aggregator<Long, A> aggregator) {
        SplittableRandom random = new SplittableRandom(3);
        A folded = aggregator.identity();
        List<A> parts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            parts.add(aggregator.identity());
        }
        for (int i = 0; i < 5_000; i++) {
            long value = random.nextLong(-50, 51);
            folded = aggregator.fold(folded, value);
            int part = random.nextInt(parts.size());
            parts.set(part, aggregator.fold(parts.get(part), value));
        }
        A merged = aggregator.identity();
        for (A part : parts) {
            merged = aggregator.merge(reread(aggregator, merged), reread(aggregator, part));
        }

        assertThat(aggregator.same(merged, folded))
                .as("%s: %s, folded %s", aggregator.describe(), merged, folded)
                .isTrue();
    }

    private static <A> A reread(Aggregator<?, A> aggregator, A aggregate) {
        return aggregator.serde().deserializer().deserialize("t", bytes(aggregator, aggregate));
    }

    private static <A> byte[] bytes(Aggregator<?, A> aggregator, A aggregate) {
        return aggregator.serde().serializer().serialize("t", aggregate);
    }

    private static <A> A over(Aggregator<Long, A> aggregator, long... values) {
        A aggregate = aggregator.identity();
        for (long value : values) {
            aggregate = aggregator.fold(aggregate, value);
        }
        return aggregate;
    }

    @ParameterizedTest
    @MethodSource("builtIn")
    <A> void serde_roundTrip_givesTheSame(Aggregator<Long, A> aggregator) {
        for (A aggregate : List.of(aggregator.identity(), over(aggregator, 3, -7, 3, 50, 0))) {
            assertThat(aggregator.same(reread(aggregator, aggregate), aggregate))
                    .as(aggregator.describe())
                    .isTrue();
        }
    }

    @Test
    void serde_anotherFormat_isNamed() {
        Aggregator<Long, Mean> mean = Aggregators.mean(BigDecimal::valueOf);
        byte[] bytes = bytes(mean, over(mean, 1, 2));
        bytes[0] = 9;

        assertThatThrownBy(() -> mean.serde().deserializer().deserialize("t", bytes))
                .isInstanceOf(SerializationException.class)
                .hasMessage("mean of unknown format 9, expected 1; was it written by a newer release?");
    }

    @Test
    void mean_decimals_isCorrectToTheLastDigit() {
        assertThat(over(Aggregators.mean(BigDecimal::valueOf), 1, 0, 1).value())
                .contains(new BigDecimal("0.6666666666666667"));
    }

    @Test
    void sumOfDoubles_cancellation_keepsWhatAPlainSumLoses() {
        Aggregator<Double, DoubleSum> sum = Aggregators.sumOfDoubles(value -> value);
        DoubleSum total = Stream.of(1e16, 1.0, -1e16, 1e-3).reduce(sum.identity(), sum::fold, sum::merge);

        assertThat(total.value()).isEqualTo(1.001);
        assertThatThrownBy(() -> sum.fold(total, Double.NaN)).hasMessage("number must be finite, was NaN");
    }

    @Test
    void variance_largeMeanAndSmallSpread_doesNotCancel() {
        Moments moments = over(Aggregators.variance(value -> 1e9 + value), 4, 7, 13, 16);

        assertThat(moments.mean()).isEqualTo(1e9 + 10);
        assertThat(moments.variance().orElseThrow()).isCloseTo(22.5, within(1e-12));
        assertThat(moments.sampleVariance().orElseThrow()).isCloseTo(30, within(1e-12));
        assertThat(moments.stddev().orElseThrow()).isCloseTo(Math.sqrt(22.5), within(1e-12));
        assertThat(Moments.NONE.variance()).isEmpty();
    }

    @Test
    void firstAndLast_recordsOutOfOrder_goByTimestampPartitionAndOffset() {
        List<Positioned<String>> records = List.of(
                new Positioned<>("c", 20, "t", 0, 5),
                new Positioned<>("a", 10, "t", 1, 0),
                new Positioned<>("d", 20, "t", 1, 0),
                new Positioned<>("b", 10, "t", 1, 1));
        Aggregator<Positioned<String>, Optional<Positioned<String>>> first =
                Aggregators.first(value -> value, Serdes.String());
        Aggregator<Positioned<String>, Optional<Positioned<String>>> last =
                Aggregators.last(value -> value, Serdes.String());

        assertThat(records.stream()
                        .reduce(first.identity(), first::fold, first::merge)
                        .map(Positioned::value))
                .contains("a");
        assertThat(records.stream()
                        .reduce(last.identity(), last::fold, last::merge)
                        .map(Positioned::value))
                .contains("d");
        assertThat(first.identity()).isEmpty();
    }

    @Test
    void set_moreThanTheBound_keepsTheLeastAndSaysSo() {
        Aggregator<Long, BoundedSet<Long>> set = Aggregators.set(value -> value, Serdes.Long(), 3);

        assertThat(over(set, 5, 5, 1).items()).containsExactly(1L, 5L);
        assertThat(over(set, 5, 5, 1).isComplete()).isTrue();
        assertThat(over(set, 9, 5, 7, 1).items()).containsExactly(1L, 5L, 7L);
        assertThat(over(set, 9, 5, 7, 1).isComplete()).isFalse();
    }

    @Test
    void sketches_jvmThatTheirLibraryDoesNotKnow_areRefusedByName() {
        if (SKETCHES) {
            assertThat(Aggregators.distinct(String::valueOf)).isNotNull();
        } else {
            assertThatThrownBy(() -> Aggregators.distinct(String::valueOf))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("need Java 17 or 21");
        }
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_21)
    void distinct_emptyText_countsAsOne() {
        Aggregator<String, Distinct> distinct = Aggregators.distinct(text -> text);

        Distinct two = Stream.of("", "a", "").reduce(distinct.identity(), distinct::fold, distinct::merge);

        assertThat(Math.round(two.estimate())).isEqualTo(2);
    }

    @Test
    void topItems_fewItems_areExactAndOrdered() {
        TopItems top = over(Aggregators.topItems(String::valueOf, 10), 3, 1, 3, 2, 1, 3);

        assertThat(top.top(2)).containsExactly(new TopItems.Item("3", 3, 3), new TopItems.Item("1", 2, 2));
        assertThat(top.count()).isEqualTo(6);
        assertThat(top.error()).isZero();
    }

    @Test
    void composite_parts_areToldApart() {
        Composite<Long> composite = Aggregators.composite();
        Part<Long> count = composite.part("count", Aggregators.count());
        Part<Long> total = composite.part("total", Aggregators.sumOfLongs(value -> value));
        Aggregator<Long, Combined> aggregator = composite.build();

        Combined combined = over(aggregator, 4, 5);

        assertThat(count.of(combined)).isEqualTo(2);
        assertThat(total.of(combined)).isEqualTo(9);
        assertThat(aggregator.describe()).isEqualTo("count, sum as total");
        assertThatThrownBy(() -> composite.part("total", Aggregators.count()))
                .hasMessage("names of parts must differ, 'total' is there twice");
    }

    @Test
    void composite_valueThatOnePartRefuses_changesNone() {
        Composite<Long> composite = Aggregators.composite();
        composite.part("top", Aggregators.topItems(String::valueOf, 8));
        composite.part("halves", Aggregators.<Long>sumOfDoubles(value -> value == 0 ? Double.NaN : value / 2.0));
        Aggregator<Long, Combined> aggregator = composite.build();
        Combined combined = over(aggregator, 4);
        byte[] before = bytes(aggregator, combined);

        assertThatThrownBy(() -> aggregator.fold(combined, 0L)).isInstanceOf(ArithmeticException.class);

        assertThat(bytes(aggregator, combined)).isEqualTo(before);
    }

    @Test
    void composite_partThatFailsHalfWay_isNeverWritten() {
        Composite<Long> composite = Aggregators.composite();
        composite.part("top", Aggregators.topItems(String::valueOf, 8));
        composite.part("sum", Aggregators.sumOfLongs(value -> value));
        Aggregator<Long, Combined> aggregator = composite.build();
        Combined combined = over(aggregator, Long.MAX_VALUE);

        assertThatThrownBy(() -> aggregator.fold(combined, 1L)).isInstanceOf(ArithmeticException.class);

        assertThatThrownBy(() -> bytes(aggregator, combined))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("part sum failed");
    }

    @Test
    void composite_stateOfOtherParts_isRefusedWithARemedy() {
        Composite<Long> before = Aggregators.composite();
        before.part("count", Aggregators.count());
        Composite<Long> after = Aggregators.composite();
        after.part("count", Aggregators.count());
        after.part("sum", Aggregators.sumOfLongs(value -> value));
        byte[] state = bytes(before.build(), over(before.build(), 1));

        assertThatThrownBy(() -> after.build().serde().deserializer().deserialize("t", state))
                .isInstanceOf(SerializationException.class)
                .hasMessage("state of other aggregates than count, sum; they can't change over existing state: take"
                        + " another application.id");
    }

    @Test
    void stats_threeNumbers_haveTheirSumMinMaxAndMean() {
        Aggregator<BigDecimal, Stats> aggregator = Aggregators.stats(value -> value);

        Stats stats = Stream.of("1.10", "-2.3", "4")
                .map(BigDecimal::new)
                .reduce(aggregator.identity(), aggregator::fold, aggregator::merge);

        assertThat(stats.count()).isEqualTo(3);
        assertThat(stats.sum()).isEqualTo(new BigDecimal("2.8"));
        assertThat(stats.min()).contains(new BigDecimal("-2.3"));
        assertThat(stats.max()).contains(new BigDecimal("4"));
        assertThat(stats.mean()).contains(new BigDecimal("0.9333333333333333"));
    }

    @Test
    void sumOfLongs_overflow_isRefused() {
        Aggregator<Long, Long> sum = Aggregators.sumOfLongs(value -> value);

        assertThatThrownBy(() -> sum.merge(Long.MAX_VALUE, 1L)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void stats_numberOfAMillionDigits_isRefused() {
        assertThatThrownBy(() -> Stats.of(new BigDecimal("1e1000000")))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("at most 1000 digits");
    }

    @Test
    void statsSerde_damagedBytes_areRefused() {
        Aggregator<BigDecimal, Stats> aggregator = Aggregators.stats(value -> value);
        byte[] bytes = aggregator.serde().serializer().serialize("t", Stats.of(BigDecimal.TEN));
        for (int length = 1; length < bytes.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> aggregator.serde().deserializer().deserialize("t", cut))
                    .isInstanceOf(SerializationException.class);
        }
        bytes[14] = 0x7f;
        assertThatThrownBy(() -> aggregator.serde().deserializer().deserialize("t", bytes))
                .isInstanceOf(SerializationException.class);
    }
}
