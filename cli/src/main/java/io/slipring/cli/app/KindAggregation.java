/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.processor.Update;
import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.aggregate.Aggregators;
import io.slipring.processor.aggregate.Positioned;
import io.slipring.processor.aggregate.Stats;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What {@code slipring.aggregate} names: numbers beside the count.
 *
 * @param shown the numbers of an aggregate, by name
 */
record KindAggregation<A>(
        Aggregator<Positioned<Fields>, A> aggregator, List<Wanted> wanted, Function<A, Map<String, BigDecimal>> shown)
        implements Aggregation<A> {
    /** The aggregation of a kind over the first field; counting keeps the least. */
    static KindAggregation<?> of(AggregateKind kind, List<Wanted> wanted) {
        if (kind.needsNumber()) {
            return new KindAggregation<Stats>(
                    Aggregators.stats(record -> record.value().number(0)), wanted, kind::shown);
        }
        return new KindAggregation<Long>(Aggregators.count(), wanted, count -> Map.of());
    }

    @Override
    public AppUpdate show(Update<A> update) {
        return new AppUpdate(update.records(), shown.apply(update.value()));
    }

    @Override
    public byte[] json(Subject subject, Update<A> update) {
        return UpdateJson.write(subject, show(update));
    }
}
