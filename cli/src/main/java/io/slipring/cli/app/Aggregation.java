/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.processor.Update;
import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.aggregate.Aggregators;
import io.slipring.processor.aggregate.Stats;
import java.math.BigDecimal;
import java.util.Map;
import java.util.function.Function;

/**
 * An aggregator of numbers, and how its updates are shown.
 *
 * @param aggregator what is kept for each key
 * @param shown the numbers of an aggregate, by name
 */
record Aggregation<A>(Aggregator<BigDecimal, A> aggregator, Function<A, Map<String, BigDecimal>> shown) {
    /** The aggregation of a kind; counting keeps the least. */
    static Aggregation<?> of(AggregateKind kind) {
        if (kind.needsNumber()) {
            return new Aggregation<Stats>(Aggregators.stats(number -> number), kind::shown);
        }
        return new Aggregation<Long>(Aggregators.count(), count -> Map.of());
    }

    AppUpdate show(Update<A> update) {
        return new AppUpdate(update.records(), shown.apply(update.value()));
    }
}
