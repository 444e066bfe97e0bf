/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * The aggregators that come with the library. None depends on the order or grouping of its values: most are exact, and the
 * others ({@link #sumOfDoubles}, {@link #variance}, {@link #quantiles}, {@link #topItems}) the same within the error that their
 * aggregate tells. docs/aggregates.md has them all, with their sizes.
 *
 * <p>A value is refused, by an exception out of {@code fold}, if what is to be taken out of it is null, a floating-point number
 * that is not finite, or a decimal number of more than 1,000 digits before or after the point. {@link #distinct} and
 * {@link #quantiles} need a JVM that their library knows (17 or 21), and are refused on others when they are made.
 */
public final class Aggregators {
    private Aggregators() {}

    /** The number of records. */
    public static <V> Aggregator<V, Long> count() {
        return ofLongs("count", 0L, value -> 1L, Math::addExact);
    }

    /**
     * The sum of a whole number.
     *
     * @throws ArithmeticException when folding, if the sum leaves the range of a long
     */
    public static <V> Aggregator<V, Long> sumOfLongs(ToLongFunction<? super V> number) {
        return ofLongs("sum", 0L, number, Math::addExact);
    }

    /** The least of a whole number; of no values, {@link Long#MAX_VALUE}. */
    public static <V> Aggregator<V, Long> minOfLongs(ToLongFunction<? super V> number) {
        return ofLongs("min", Long.MAX_VALUE, number, Math::min);
    }

    /** The greatest of a whole number; of no values, {@link Long#MIN_VALUE}. */
    public static <V> Aggregator<V, Long> maxOfLongs(ToLongFunction<? super V> number) {
        return ofLongs("max", Long.MIN_VALUE, number, Math::max);
    }

    private static <V> Aggregator<V, Long> ofLongs(
            String name, long initial, ToLongFunction<? super V> number, BinaryOperator<Long> combine) {
        return new Monoid<V, Long, Long>(name, number::applyAsLong, () -> initial, combine, combine, Serdes.Long());
    }

    /** The exact sum of a decimal number, of the smallest scale. */
    public static <V> Aggregator<V, BigDecimal> sumOfDecimals(Function<? super V, BigDecimal> number) {
        return new Monoid<V, BigDecimal, BigDecimal>(
                "sum",
                checked(number),
                () -> BigDecimal.ZERO,
                Decimals::plus,
                Decimals::plus,
                decimals("sum of decimals").serde());
    }

    /** The compensated sum of a floating-point number. */
    public static <V> Aggregator<V, DoubleSum> sumOfDoubles(ToDoubleFunction<? super V> number) {
        return new Monoid<V, Double, DoubleSum>(
                "sum",
                finite(number),
                () -> DoubleSum.ZERO,
                DoubleSum::plus,
                DoubleSum::plus,
                DoubleSum.FORMAT.serde(),
                DoubleSum::isNear);
    }

    /** The least of something ordered, consistently with equals; empty of no values. */
    public static <V, T extends Comparable<? super T>> Aggregator<V, Optional<T>> min(
            Function<? super V, ? extends T> of, Serde<T> serde) {
        return chosen("min", of, Comparator.naturalOrder(), OptionalFormat.plain("min", serde));
    }

    /** The greatest of something ordered, consistently with equals; empty of no values. */
    public static <V, T extends Comparable<? super T>> Aggregator<V, Optional<T>> max(
            Function<? super V, ? extends T> of, Serde<T> serde) {
        return chosen("max", of, Comparator.reverseOrder(), OptionalFormat.plain("max", serde));
    }

    /** The least of a decimal number, of the smallest scale; empty of no values. */
    public static <V> Aggregator<V, Optional<BigDecimal>> minOfDecimals(Function<? super V, BigDecimal> number) {
        return chosen("min", normal(number), Comparator.<BigDecimal>naturalOrder(), decimals("min"));
    }

    /** The greatest of a decimal number, of the smallest scale; empty of no values. */
    public static <V> Aggregator<V, Optional<BigDecimal>> maxOfDecimals(Function<? super V, BigDecimal> number) {
        return chosen("max", normal(number), Comparator.<BigDecimal>reverseOrder(), decimals("max"));
    }

    /**
     * What the first record has: that of the least timestamp, then topic, partition and offset. Empty of no values. Records
     * that a topology made of one source record share its place, and are told apart by their bytes.
     *
     * @param serde of what is kept
     */
    public static <V, T> Aggregator<Positioned<V>, Optional<Positioned<T>>> first(
            Function<? super V, ? extends T> of, Serde<T> serde) {
        return chosen(
                "first",
                placed(of),
                Positioned.<T>order().thenComparing(Choice.byBytes(serde)),
                OptionalFormat.positioned("first", serde));
    }

    /** What the last record has: that of the greatest timestamp, then topic, partition and offset; else like {@link #first}. */
    public static <V, T> Aggregator<Positioned<V>, Optional<Positioned<T>>> last(
            Function<? super V, ? extends T> of, Serde<T> serde) {
        return chosen(
                "last",
                placed(of),
                Positioned.<T>order().thenComparing(Choice.byBytes(serde)).reversed(),
                OptionalFormat.positioned("last", serde));
    }

    /** The value of the last record, of which an empty one says that there is none any more; else like {@link #last}. */
    public static <V> Aggregator<Positioned<V>, Optional<Positioned<Optional<V>>>> latest(Serde<V> serde) {
        return last(
                Optional::ofNullable, new OptionalFormat<>("latest", OptionalFormat.plain("latest", serde)).serde());
    }

    private static <V, T> Aggregator<V, Optional<T>> chosen(
            String name, Function<? super V, ? extends T> of, Comparator<? super T> order, Format<T> format) {
        Choice<T> choice = new Choice<>(name, order, format);
        return new Monoid<V, T, Optional<T>>(name, of, Optional::empty, choice::add, choice::plus, choice.serde());
    }

    /** Count and exact sum of a decimal number, and so its mean, correct to the last of 16 digits. */
    public static <V> Aggregator<V, Mean> mean(Function<? super V, BigDecimal> number) {
        return new Monoid<V, BigDecimal, Mean>(
                "mean", checked(number), () -> Mean.NONE, Mean::plus, Mean::plus, Mean.FORMAT.serde());
    }

    /** Count, mean, variance and standard deviation of a floating-point number. */
    public static <V> Aggregator<V, Moments> variance(ToDoubleFunction<? super V> number) {
        return new Monoid<V, Double, Moments>(
                "variance",
                finite(number),
                () -> Moments.NONE,
                Moments::plus,
                Moments::plus,
                Moments.FORMAT.serde(),
                Moments::isNear);
    }

    /** Count, sum, min, max and mean of a decimal number, in one aggregate. */
    public static <V> Aggregator<V, Stats> stats(Function<? super V, BigDecimal> number) {
        return new Monoid<V, BigDecimal, Stats>(
                "stats",
                checked(number),
                () -> Stats.NONE,
                (stats, value) -> stats.plus(Stats.of(value)),
                Stats::plus,
                StatsSerde.serde());
    }

    /** How many different texts there are, estimated. */
    public static <V> Aggregator<V, Distinct> distinct(Function<? super V, String> item) {
        return distinctBytes(value -> item.apply(value).getBytes(StandardCharsets.UTF_8));
    }

    /** How many different byte arrays there are, estimated; a text is its UTF-8. */
    public static <V> Aggregator<V, Distinct> distinctBytes(Function<? super V, byte[]> item) {
        return Sketches.supported(new Monoid<V, byte[], Distinct>(
                "distinct", item, Distinct::none, Distinct::add, Distinct::plus, Distinct.FORMAT.serde()));
    }

    /** Any quantile of a number, such as the median and the 99th percentile, estimated. */
    public static <V> Aggregator<V, Quantiles> quantiles(ToDoubleFunction<? super V> number) {
        return Sketches.supported(new Monoid<V, Double, Quantiles>(
                "quantiles",
                finite(number),
                Quantiles::none,
                Quantiles::add,
                Quantiles::plus,
                Quantiles.FORMAT.serde(),
                Quantiles::isNear));
    }

    /**
     * The most frequent texts, with their numbers.
     *
     * @param counters 1 to 1,048,576; exact while a key has no more different texts, else each number is off by at most
     *     {@code 3.5 / counters} of the key's records
     */
    public static <V> Aggregator<V, TopItems> topItems(Function<? super V, String> item, int counters) {
        TopItems.tableSize(counters);
        return new Monoid<V, String, TopItems>(
                "top",
                item,
                () -> TopItems.none(counters),
                TopItems::add,
                TopItems::plus,
                TopItems.format(counters).serde(),
                TopItems::isNear);
    }

    /**
     * The different items, or the least of them if there are more than {@code bound}.
     *
     * @param bound most items that are kept, at least 1
     */
    public static <V, T extends Comparable<? super T>> Aggregator<V, BoundedSet<T>> set(
            Function<? super V, ? extends T> item, Serde<T> serde, int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound must be >= 1, was " + bound);
        }
        return new Monoid<V, T, BoundedSet<T>>(
                "set",
                item,
                () -> new BoundedSet<>(bound),
                BoundedSet::add,
                BoundedSet::plus,
                BoundedSet.format(serde, bound).serde());
    }

    /**
     * One value made of two, over and over; empty of no values.
     *
     * @param operator commutative and associative; {@code (a, b) -> b}, the last that came, is neither
     */
    public static <V, T> Aggregator<V, Optional<T>> reduce(
            Function<? super V, ? extends T> of, BinaryOperator<T> operator, Serde<T> serde) {
        OptionalFormat<T> format = new OptionalFormat<>("reduced value", OptionalFormat.plain("reduced value", serde));
        BiFunction<Optional<T>, T, Optional<T>> add =
                (reduced, value) -> Optional.of(reduced.isPresent() ? operator.apply(reduced.get(), value) : value);
        return yours(new Monoid<V, T, Optional<T>>(
                "reduce",
                of,
                Optional::empty,
                add,
                (left, right) -> right.isPresent() ? add.apply(left, right.get()) : left,
                format.serde()));
    }

    /** One of your own, made of its functions; {@link Aggregator} says what must hold of them. */
    public static <V, A> Aggregator<V, A> of(
            String name, Supplier<A> identity, BiFunction<A, V, A> fold, BinaryOperator<A> merge, Serde<A> serde) {
        return yours(new Monoid<V, V, A>(name, value -> value, identity, fold, merge, serde));
    }

    private static <V, A> Aggregator<V, A> yours(Aggregator<V, A> aggregator) {
        return new AggregatorOn<>(aggregator, value -> value);
    }

    /** Whether an aggregator is one of these, or made of them alone, so that the laws are known to hold. */
    public static boolean isBuiltIn(Aggregator<?, ?> aggregator) {
        return aggregator instanceof Monoid
                || (aggregator instanceof CompositeAggregator<?> composite && composite.isBuiltIn());
    }

    /** Several aggregators over the same values as one. */
    public static <V> Composite<V> composite() {
        return new Composite<>();
    }

    private static Format<BigDecimal> decimals(String what) {
        return new Format<>(what, 1) {
            @Override
            void write(String topic, BigDecimal number, ByteOut out) {
                Decimals.put(out, number);
            }

            @Override
            BigDecimal read(String topic, ByteIn in) {
                return Decimals.normal(Decimals.take(in));
            }
        };
    }

    private static <V> Function<V, BigDecimal> checked(Function<? super V, BigDecimal> number) {
        return value -> Decimals.checked(number.apply(value));
    }

    private static <V> Function<V, BigDecimal> normal(Function<? super V, BigDecimal> number) {
        return value -> Decimals.normal(Decimals.checked(number.apply(value)));
    }

    private static <V> Function<V, Double> finite(ToDoubleFunction<? super V> number) {
        return value -> {
            double taken = number.applyAsDouble(value);
            if (Double.isNaN(taken) || Double.isInfinite(taken)) {
                throw new ArithmeticException("number must be finite, was " + taken);
            }
            return taken;
        };
    }

    private static <V, T> Function<Positioned<V>, Positioned<T>> placed(Function<? super V, ? extends T> of) {
        return record -> new Positioned<>(
                of.apply(record.value()), record.timestamp(), record.topic(), record.partition(), record.offset());
    }
}
