/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serde;

/**
 * An aggregate that any task may compute over any part of a key's values: a commutative monoid.
 *
 * <p>For all aggregates a, b, c and values v it must hold, up to {@link #same}:
 *
 * <ul>
 *   <li>{@code merge(a, identity())} = a
 *   <li>{@code merge(a, b)} = {@code merge(b, a)}, and {@code merge(merge(a, b), c)} = {@code merge(a, merge(b, c))}
 *   <li>{@code fold(a, v)} = {@code merge(a, fold(identity(), v))}
 *   <li>what the serde reads back from what it wrote equals the original
 * </ul>
 *
 * <p>{@link AggregatorLaws} checks them, in a test of yours or when a topology is built.
 *
 * <p>{@code fold} and {@code merge} may change and return their first argument; it is not used again, nor is the second one of
 * {@code merge}. A value that {@code fold} refuses by an exception leaves the aggregate as it was. Called by one stream thread
 * at a time per task; an implementation without own state needs no synchronization.
 *
 * @param <V> value of a record; never null
 * @param <A> aggregate; never null
 */
public interface Aggregator<V, A> {
    /** A fresh aggregate over no values. */
    A identity();

    /** The aggregate over {@code aggregate}'s values and {@code value}. */
    A fold(A aggregate, V value);

    /** The aggregate over the values of both. */
    A merge(A left, A right);

    /** Binary form of an aggregate, kept in stores and sent between tasks of possibly different versions. */
    Serde<A> serde();

    /** A short name for people, such as {@code count} or {@code sum(delay)}. */
    default String describe() {
        return getClass().getSimpleName();
    }

    /** Whether two aggregates are the same to their users: equal, if nothing else is said; neither is changed. */
    default boolean same(A left, A right) {
        return Objects.deepEquals(left, right);
    }

    /** This aggregate over values of which only a part counts, such as {@code Positioned::value}. */
    default <W> Aggregator<W, A> on(Function<? super W, ? extends V> part) {
        return new AggregatorOn<>(this, part);
    }
}
