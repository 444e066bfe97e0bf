/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.core.Folding;
import io.slipring.processor.core.Session;
import java.util.List;
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
    @SuppressWarnings("unchecked") // with sessions, aggregates are those of a SessionAggregator
    public List<Session<A>> split(A aggregate) {
        return ((List<io.slipring.processor.aggregate.Session<?>>) aggregate)
                .stream()
                        .map(session ->
                                new Session<>(session.start(), session.end(), session.records(), (A) List.of(session)))
                        .toList();
    }

    @Override
    @SuppressWarnings("unchecked")
    public A join(List<Session<A>> sessions) {
        return (A) sessions.stream()
                .flatMap(session -> ((List<?>) session.aggregate()).stream())
                .toList();
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
