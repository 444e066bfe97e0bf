/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.aggregate.Positioned;
import org.apache.kafka.common.serialization.Serde;

/**
 * What a user asked for.
 *
 * @param tombstones whether a key that is erased gets an update of null
 * @param nullValues whether records without a value are folded
 */
record AggregationSpec<K, V, A>(
        TaskNames names,
        String ring,
        String transferTopic,
        Serde<K> keySerde,
        Aggregator<Positioned<V>, A> aggregator,
        boolean tombstones,
        boolean nullValues,
        WindowSpec windows) {}
