/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.core.Cells;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;

/**
 * A {@link SlipringAggregation} by key and window of time, or session: what {@code groupByKey().windowedBy().aggregate()} is without.
 *
 * <pre>{@code
 * WindowedAggregation<String, Order, Long> orders = SlipringAggregation.<String, Order, Long>named("orders-per-hour")
 *         .ring("orders")
 *         .transferTopic("orders-transfer")
 *         .keySerde(Serdes.String())
 *         .aggregator(Aggregators.count())
 *         .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofHours(1), Duration.ofMinutes(5)))
 *         .emitStrategy(EmitStrategy.onWindowClose())
 *         .build();
 * KStream<Windowed<String>, Update<Long>> counts = orders.addTo(builder, builder.stream("orders", ...));
 * }</pre>
 *
 * <p>A window is over, for a task, once its stream time is the window's end and grace; records that come to it later are late,
 * as in Kafka Streams. It is closed once it is over for all tasks, but for those to whose partition no record has come for
 * {@code slipring.idle.ms}. What such a task gets afterwards may be late elsewhere: it is dropped there, and counted. Of each
 * key and window there is one final result at most, whatever shards are added, keys split and instances killed meanwhile.
 *
 * <p>Immutable; one instance may be used by many threads, and added to one topology.
 *
 * @param <K> key
 * @param <V> value of a record
 * @param <A> aggregate
 */
public final class WindowedAggregation<K, V, A> {
    /** Its own aggregates are {@code A}, or with sessions all those of a key. */
    private final SlipringAggregation<K, V, ?> shards;

    private WindowedAggregation(SlipringAggregation<K, V, ?> shards) {
        this.shards = shards;
    }

    /**
     * Adds the aggregation to a topology. Records that come too late are counted and dropped.
     *
     * @param input records to aggregate; its partitions correspond to the ring's
     * @return updates of keys and windows: coalesced per commit, or one when the window is closed
     */
    public KStream<Windowed<K>, Update<A>> addTo(StreamsBuilder builder, KStream<K, V> input) {
        return typed(shards.updates(shards.wire(builder, input, false)));
    }

    /**
     * The same, with a stream of the records that come too late for each of their windows. Those of them that were folded and
     * only turn out to be late at another task are counted, and not in that stream.
     *
     * @param late takes the stream, and sends it to a topic, say
     */
    public KStream<Windowed<K>, Update<A>> addTo(
            StreamsBuilder builder, KStream<K, V> input, Consumer<KStream<K, V>> late) {
        KStream<Object, Object> effects = shards.wire(builder, input, true);
        late.accept(typedLate(shards.late(effects)));
        return typed(shards.updates(effects));
    }

    /** As {@link SlipringAggregation#prepare}. */
    public void prepare(Map<String, ?> config, Set<String> sourceTopics) {
        shards.prepare(config, sourceTopics);
    }

    /** As {@link SlipringAggregation#topicRights}. */
    public Map<String, Set<AclOperation>> topicRights(String applicationId, Set<String> sourceTopics) {
        return shards.topicRights(applicationId, sourceTopics);
    }

    /** Reads the windows that a running instance of the aggregation's topology holds. */
    public LocalWindows<K, A> localWindows(KafkaStreams streams) {
        return shards.localWindows(streams);
    }

    /** The topic over which partials travel. */
    public String transferTopic() {
        return shards.transferTopic();
    }

    @SuppressWarnings("unchecked") // the processor forwards nothing else to this child
    private static <K, A> KStream<Windowed<K>, Update<A>> typed(KStream<Object, Object> stream) {
        return (KStream<Windowed<K>, Update<A>>) (KStream<?, ?>) stream;
    }

    @SuppressWarnings("unchecked") // the processor forwards source records as they came to this child
    private static <K, V> KStream<K, V> typedLate(KStream<Object, Object> stream) {
        return (KStream<K, V>) (KStream<?, ?>) stream;
    }

    /** Collects the definition of an aggregation by window. */
    public static final class Builder<K, V, A> {
        private final SlipringAggregation.Builder<K, V, A> definition;
        private final Cells cells;
        private boolean finalOnly;

        Builder(SlipringAggregation.Builder<K, V, A> definition, TimeWindows windows) {
            this.definition = definition;
            this.cells = new Cells(windows.sizeMs, windows.advanceMs, windows.gracePeriodMs());
        }

        Builder(SlipringAggregation.Builder<K, V, A> definition, SessionWindows windows) {
            this.definition = definition;
            this.cells = Cells.sessions(windows.inactivityGap(), windows.gracePeriodMs());
        }

        /** When to emit: at each change, coalesced per commit, which is the default; or once, when a window is closed. */
        public Builder<K, V, A> emitStrategy(EmitStrategy strategy) {
            this.finalOnly = strategy.type() == EmitStrategy.StrategyType.ON_WINDOW_CLOSE;
            return this;
        }

        /**
         * Ends the definition.
         *
         * @throws RuntimeException as {@link SlipringAggregation.Builder#build}
         */
        public WindowedAggregation<K, V, A> build() {
            WindowSpec spec = new WindowSpec(cells, finalOnly);
            return new WindowedAggregation<>(
                    cells.areSessions()
                            ? definition.buildSessions(spec)
                            : definition.windows(spec).build());
        }
    }
}
