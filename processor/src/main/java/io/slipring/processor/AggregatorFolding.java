/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.core.Folding;
import org.apache.kafka.common.serialization.Serde;

/** An aggregator and its serde as the core sees them. */
final class AggregatorFolding<V, A> implements Folding<V, A> {
    private final Aggregator<V, A> aggregator;
    private final Serde<A> serde;
    private final String changelogTopic;

    /** Serdes are asked for the changelog's topic name, as Kafka Streams asks them. */
    AggregatorFolding(Aggregator<V, A> aggregator, String changelogTopic) {
        this.aggregator = aggregator;
        this.serde = aggregator.serde();
        this.changelogTopic = changelogTopic;
    }

    @Override
    public A identity() {
        return aggregator.identity();
    }

    @Override
    public A fold(A aggregate, V value) {
        return aggregator.fold(aggregate, value);
    }

    @Override
    public A merge(A left, A right) {
        return aggregator.merge(left, right);
    }

    @Override
    public byte[] encode(A aggregate) {
        return serde.serializer().serialize(changelogTopic, aggregate);
    }

    @Override
    public A decode(byte[] bytes) {
        return serde.deserializer().deserialize(changelogTopic, bytes);
    }
}
