/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serde;

/**
 * An aggregator made of functions. It first takes out of a value what it is over, which is where a value is refused, and
 * then adds that: so several of them can refuse a value together, before any has changed.
 *
 * @param part takes out what is aggregated
 * @param fresh makes an aggregate over nothing
 * @param add may change and return its first argument
 * @param plus may change and return its first argument
 * @param alike whether two aggregates are the same to their users
 */
record Monoid<V, X, A>(
        String describe,
        Function<? super V, ? extends X> part,
        Supplier<A> fresh,
        BiFunction<A, X, A> add,
        BinaryOperator<A> plus,
        Serde<A> serde,
        BiPredicate<A, A> alike)
        implements Aggregator<V, A> {

    /** One of exact values: two are the same if they are equal. */
    Monoid(
            String describe,
            Function<? super V, ? extends X> part,
            Supplier<A> fresh,
            BiFunction<A, X, A> add,
            BinaryOperator<A> plus,
            Serde<A> serde) {
        this(describe, part, fresh, add, plus, serde, Objects::deepEquals);
    }

    X take(V value) {
        return Objects.requireNonNull(part.apply(value), () -> describe + " is over something that this value lacks");
    }

    @Override
    public A identity() {
        return fresh.get();
    }

    @Override
    public A fold(A aggregate, V value) {
        return add.apply(aggregate, take(value));
    }

    @Override
    public A merge(A left, A right) {
        return plus.apply(left, right);
    }

    @Override
    public boolean same(A left, A right) {
        return alike.test(left, right);
    }

    @Override
    public <W> Aggregator<W, A> on(Function<? super W, ? extends V> outer) {
        return new Monoid<W, X, A>(describe, value -> part.apply(outer.apply(value)), fresh, add, plus, serde, alike);
    }
}
