/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.processor.Update;
import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.aggregate.Positioned;
import java.util.List;

/** An aggregator of fields, and how its updates are shown. */
interface Aggregation<A> {
    /** What an application was told to compute. */
    static Aggregation<?> of(AppConfig config) {
        return config.aggregates().isEmpty()
                ? KindAggregation.of(config.aggregate(), config.plainFields())
                : CombinedAggregation.of(config.aggregates());
    }

    /** What is kept for each key. */
    Aggregator<Positioned<Fields>, A> aggregator();

    /** The fields that it is over, in the order of {@link Fields}. */
    List<Wanted> wanted();

    /** What is known of a key, as far as it is numbers. */
    AppUpdate show(Update<A> update);

    /** An update for the output topic. */
    byte[] json(Subject subject, Update<A> update);
}
