/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.function.Function;
import org.apache.kafka.common.serialization.Serde;

/** An aggregator over a part of each value. */
record AggregatorOn<W, V, A>(Aggregator<V, A> aggregator, Function<? super W, ? extends V> part)
        implements Aggregator<W, A> {
    @Override
    public A identity() {
        return aggregator.identity();
    }

    @Override
    public A fold(A aggregate, W value) {
        return aggregator.fold(aggregate, part.apply(value));
    }

    @Override
    public A merge(A left, A right) {
        return aggregator.merge(left, right);
    }

    @Override
    public Serde<A> serde() {
        return aggregator.serde();
    }

    @Override
    public String describe() {
        return aggregator.describe();
    }

    @Override
    public boolean same(A left, A right) {
        return aggregator.same(left, right);
    }
}
