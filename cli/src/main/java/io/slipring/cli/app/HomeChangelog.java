/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.processor.Update;
import io.slipring.processor.core.Envelope;
import io.slipring.processor.core.HomeKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Reads an application's home state from outside: the records of its changelog. Immutable. */
public final class HomeChangelog {
    private final String topic;
    private final Aggregation<?> aggregation;

    private HomeChangelog(String topic, Aggregation<?> aggregation) {
        this.topic = topic;
        this.aggregation = aggregation;
    }

    /**
     * The changelog of an application.
     *
     * @param aggregate its {@code slipring.aggregate}
     */
    public static HomeChangelog of(String applicationId, String aggregate) {
        return new HomeChangelog(
                applicationId + "-" + AggregationApp.NAME + "-home-changelog",
                KindAggregation.of(AggregateKind.valueOf(aggregate.toUpperCase(Locale.ROOT)), List.of()));
    }

    /** Its topic. */
    public String topic() {
        return topic;
    }

    /** Whether a record is about a key; the task keeps others beside them. */
    public static boolean isEntry(byte[] storeKey) {
        return HomeKey.isEntry(storeKey);
    }

    /** The key that a record is about, as UTF-8 text. */
    public String key(byte[] storeKey) {
        return new String(HomeKey.key(storeKey), StandardCharsets.UTF_8);
    }

    /** What a record that isn't a deletion says of its key. */
    public AppUpdate update(byte[] value) {
        return update(aggregation, Envelope.decode(value));
    }

    private <A> AppUpdate update(Aggregation<A> kind, Envelope envelope) {
        A aggregate = kind.aggregator().serde().deserializer().deserialize(topic, envelope.aggregate());
        return kind.show(new Update<>(aggregate, envelope.records(), envelope.timestamp()));
    }
}
