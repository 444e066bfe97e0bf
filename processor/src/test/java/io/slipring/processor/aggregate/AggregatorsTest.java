/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AggregatorsTest {
    private static final long SEED = 42;

    static Stream<Arguments> builtIn() {
        return Stream.of(
                Arguments.of(Aggregators.<Long>count()),
                Arguments.of(Aggregators.<Long>sumOfLongs(value -> value)),
                Arguments.of(Aggregators.<Long>minOfLongs(value -> value)),
                Arguments.of(Aggregators.<Long>maxOfLongs(value -> value)),
                Arguments.of(Aggregators.<Long>stats(value -> BigDecimal.valueOf(value, 2))));
    }

    @ParameterizedTest
    @MethodSource("builtIn")
    <A> void merge_anyGroupingAndOrder_equalsFold(Aggregator<Long, A> aggregator) {
        Random random = new Random(SEED);
        List<Long> values = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            values.add(random.nextLong(-1_000, 1_000) * 100);
        }
        A folded = fold(aggregator, values);
        for (int round = 0; round < 50; round++) {
            Collections.shuffle(values, random);
            List<A> parts = new ArrayList<>();
            int from = 0;
            while (from < values.size()) {
                int to = Math.min(values.size(), from + 1 + random.nextInt(40));
                parts.add(reread(aggregator, fold(aggregator, values.subList(from, to))));
                from = to;
            }
            parts.add(random.nextInt(parts.size()), aggregator.identity());
            Collections.shuffle(parts, random);
            A merged = parts.stream().reduce(aggregator::merge).orElseThrow();
            assertThat(merged).as("seed %d round %d", SEED, round).isEqualTo(folded);
            assertThat(reread(aggregator, merged)).isEqualTo(folded);
        }
    }

    private static <A> A fold(Aggregator<Long, A> aggregator, List<Long> values) {
        A aggregate = aggregator.identity();
        for (Long value : values) {
            aggregate = aggregator.fold(aggregate, value);
        }
        return aggregate;
    }

    private static <A> A reread(Aggregator<Long, A> aggregator, A aggregate) {
        Supplier<byte[]> bytes = () -> aggregator.serde().serializer().serialize("t", aggregate);
        Function<byte[], A> read = written -> aggregator.serde().deserializer().deserialize("t", written);
        return read.apply(bytes.get());
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
