/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.math.BigDecimal;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** The aggregators that come with the library. All are exact: none depends on the order or grouping of its values. */
public final class Aggregators {
    private Aggregators() {}

    /** The number of records. */
    public static <V> Aggregator<V, Long> count() {
        return new LongAggregator<>("count", 0L, value -> 1L, Math::addExact);
    }

    /**
     * The sum of a whole number.
     *
     * @throws ArithmeticException when folding, if the sum leaves the range of a long
     */
    public static <V> Aggregator<V, Long> sumOfLongs(ToLongFunction<? super V> number) {
        return new LongAggregator<>("sum", 0L, number, Math::addExact);
    }

    /** The least of a whole number; of no values, {@link Long#MAX_VALUE}. */
    public static <V> Aggregator<V, Long> minOfLongs(ToLongFunction<? super V> number) {
        return new LongAggregator<>("min", Long.MAX_VALUE, number, Math::min);
    }

    /** The greatest of a whole number; of no values, {@link Long#MIN_VALUE}. */
    public static <V> Aggregator<V, Long> maxOfLongs(ToLongFunction<? super V> number) {
        return new LongAggregator<>("max", Long.MIN_VALUE, number, Math::max);
    }

    /** Count, sum, min, max and mean of a decimal number, in one aggregate. */
    public static <V> Aggregator<V, Stats> stats(Function<? super V, BigDecimal> number) {
        return new StatsAggregator<>(number);
    }

    private record LongAggregator<V>(
            String describe, long initial, ToLongFunction<? super V> number, BinaryOperator<Long> combine)
            implements Aggregator<V, Long> {
        @Override
        public Long identity() {
            return initial;
        }

        @Override
        public Long fold(Long aggregate, V value) {
            return combine.apply(aggregate, number.applyAsLong(value));
        }

        @Override
        public Long merge(Long left, Long right) {
            return combine.apply(left, right);
        }

        @Override
        public Serde<Long> serde() {
            return Serdes.Long();
        }
    }
}
