/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.aggregate.AggregatorLaws;
import io.slipring.processor.aggregate.Aggregators;
import io.slipring.processor.aggregate.BrokenLawException;
import io.slipring.processor.aggregate.Positioned;
import io.slipring.processor.aggregate.Session;
import io.slipring.processor.aggregate.SessionAggregator;
import io.slipring.ring.source.RingSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An aggregation by key whose shards can be added and removed while it runs: what {@code groupByKey().aggregate()} is
 * without.
 *
 * <pre>{@code
 * SlipringAggregation<String, Order, Long> orders = SlipringAggregation.<String, Order, Long>named("orders-per-customer")
 *         .ring("orders")
 *         .transferTopic("orders-transfer")
 *         .keySerde(Serdes.String())
 *         .aggregator(Aggregators.count())
 *         .build();
 * KStream<String, Update<Long>> counts = orders.addTo(builder, builder.stream("orders", ...));
 * Topology topology = builder.build();
 * orders.prepare(config, Set.of("orders"));   // transfer topic and registration, once per start
 * KafkaStreams streams = new KafkaStreams(topology, config);
 * streams.setUncaughtExceptionHandler(new TransientFailureHandler(yourHandler));
 * streams.start();
 * }</pre>
 *
 * <p>The input need not be partitioned by the ring, nor by the key: partials find their owners. Records without key or value
 * are not folded. Immutable; one instance may be used by many threads, and added to one topology.
 *
 * @param <K> key
 * @param <V> value of a record
 * @param <A> aggregate
 */
public final class SlipringAggregation<K, V, A> {
    private static final Logger LOG = LoggerFactory.getLogger(SlipringAggregation.class);

    private final AggregationSpec<K, V, A> spec;
    private final @Nullable Function<Map<String, Object>, RingSource> ringSource;
    private final ShardRuntimes runtimes;

    private SlipringAggregation(Builder<K, V, A> builder) {
        this.spec = new AggregationSpec<>(
                new TaskNames(builder.name),
                required(builder.ring, "ring"),
                required(builder.transferTopic, "transferTopic"),
                required(builder.keySerde, "keySerde"),
                required(builder.aggregator, "aggregator"),
                builder.tombstones,
                builder.nullValues,
                builder.windows);
        this.ringSource = builder.ringSource;
        this.runtimes = new ShardRuntimes(this::openRuntime);
    }

    private static <T> T required(@Nullable T value, String name) {
        return Objects.requireNonNull(value, () -> name + " must be set");
    }

    /**
     * Starts a definition.
     *
     * @param name names the aggregation's stores, nodes and changelog topics; must never change while its state is wanted
     */
    public static <K, V, A> Builder<K, V, A> named(String name) {
        return new Builder<>(name);
    }

    /**
     * Adds the aggregation to a topology.
     *
     * @param input records to aggregate; its partitions correspond to the ring's
     * @return updates of keys, coalesced per commit
     */
    public KStream<K, Update<A>> addTo(StreamsBuilder builder, KStream<K, V> input) {
        return typed(updates(wire(builder, input, false)));
    }

    /** Wires the processor and what it sends to other tasks; returns all that it forwards. */
    KStream<Object, Object> wire(StreamsBuilder builder, KStream<K, V> input, boolean wantsLate) {
        TaskNames names = spec.names();
        KStream<Object, Object> transfers = builder.stream(
                spec.transferTopic(),
                Consumed.with(nothing(), IncomingTransfer.serde())
                        .withTimestampExtractor((record, partitionTime) -> TransferCodec.TIMESTAMP)
                        .withOffsetResetPolicy(AutoOffsetReset.earliest())
                        .withName(names.transferSource()));
        KStream<Object, Object> effects = untyped(input)
                .merge(transfers, Named.as(names.merge()))
                .process(new Shards<>(spec, runtimes, wantsLate), Named.as(names.processor()));
        effects.to(
                spec.transferTopic(),
                Produced.with(nothing(), IncomingTransfer.serde(), anyKey(new OutgoingTransfer.Partitioner()))
                        .withName(names.transferSink()));
        return effects;
    }

    /** The child to which the processor forwards updates. */
    KStream<Object, Object> updates(KStream<Object, Object> effects) {
        return effects.filter((key, update) -> true, Named.as(spec.names().updates()));
    }

    /** The child to which the processor forwards records that came too late. */
    KStream<Object, Object> late(KStream<Object, Object> effects) {
        return effects.filter((key, value) -> true, Named.as(spec.names().late()));
    }

    /**
     * Makes ready what the aggregation needs before {@link KafkaStreams#start()}: creates the transfer topic if it is
     * missing, checks it if it is not, and registers the application with the ring so that its topics grow with it. May be
     * called at every start, by every instance.
     *
     * @param config the configuration of the Kafka Streams instance
     * @param sourceTopics topics that feed the aggregation; they exist
     * @throws io.slipring.errors.AccessException if the brokers refuse something to the application; names the right that it
     *     lacks
     */
    public void prepare(Map<String, ?> config, Set<String> sourceTopics) {
        Preparation.prepare(spec, config, sourceTopics);
    }

    /**
     * The rights on topics that an application needs to run the aggregation, by topic.
     *
     * @param sourceTopics topics that feed the aggregation
     */
    public Map<String, Set<AclOperation>> topicRights(String applicationId, Set<String> sourceTopics) {
        return Preparation.rights(spec, applicationId, sourceTopics);
    }

    /** Reads the part of the aggregation's state that a running instance of its topology holds. */
    public LocalState<K, A> localState(KafkaStreams streams) {
        return new LocalState<>(streams, spec, runtimes);
    }

    <B> LocalWindows<K, B> localWindows(KafkaStreams streams) {
        return new LocalWindows<>(localState(streams), spec);
    }

    /** The topic over which partials travel. */
    public String transferTopic() {
        return spec.transferTopic();
    }

    String name() {
        return spec.names().name();
    }

    private ShardRuntime openRuntime(Map<String, Object> configs) {
        return ringSource == null
                ? ConnectedRuntime.open(spec, configs)
                : new LocalRuntime(ringSource.apply(configs), configs);
    }

    @SuppressWarnings("unchecked") // the processor tells records from transfers by the value's class
    private static KStream<Object, Object> untyped(KStream<?, ?> stream) {
        return (KStream<Object, Object>) stream;
    }

    @SuppressWarnings("unchecked") // the processor forwards nothing else to this child
    private static <K, A> KStream<K, Update<A>> typed(KStream<Object, Object> stream) {
        return (KStream<K, Update<A>>) (KStream<?, ?>) stream;
    }

    @SuppressWarnings("unchecked") // the key is always null
    private static Serde<Object> nothing() {
        return (Serde<Object>) (Serde<?>) Serdes.Void();
    }

    @SuppressWarnings("unchecked") // the partitioner does not look at the key
    private static StreamPartitioner<Object, Object> anyKey(StreamPartitioner<byte[], Object> partitioner) {
        return (StreamPartitioner<Object, Object>) (StreamPartitioner<?, ?>) partitioner;
    }

    /** Makes the shard processors with their stores. */
    private record Shards<K, V, A>(AggregationSpec<K, V, A> spec, ShardRuntimes runtimes, boolean wantsLate)
            implements ProcessorSupplier<Object, Object, Object, Object> {
        @Override
        public ShardProcessor<K, V, A> get() {
            return new ShardProcessor<>(spec, runtimes, wantsLate);
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            TaskNames names = spec.names();
            return new LinkedHashSet<>(List.of(
                    Stores.keyValueStoreBuilder(
                                    Stores.persistentKeyValueStore(names.homeStore()),
                                    Serdes.Bytes(),
                                    Serdes.ByteArray())
                            .withCachingDisabled()
                            .withLoggingEnabled(Map.of()),
                    Stores.keyValueStoreBuilder(
                                    Stores.inMemoryKeyValueStore(names.controlStore()),
                                    Serdes.Bytes(),
                                    Serdes.ByteArray())
                            .withCachingDisabled()
                            .withLoggingEnabled(Map.of()),
                    PreCommitStore.builder(names.preCommitStore())));
        }
    }

    /** Collects the definition of an aggregation; everything but the ring source must be set. */
    public static final class Builder<K, V, A> {
        private final String name;
        private @Nullable String ring;
        private @Nullable String transferTopic;
        private @Nullable Serde<K> keySerde;
        private @Nullable Aggregator<Positioned<V>, A> aggregator;
        private Optional<Aggregator<V, A>> unpositioned = Optional.empty();
        private List<V> samples = List.of();
        private boolean tombstones;
        private boolean nullValues;
        private @Nullable Function<Map<String, Object>, RingSource> ringSource;
        private WindowSpec windows = WindowSpec.NONE;

        private Builder(String name) {
            if (!name.matches("[a-zA-Z0-9._-]+")) {
                throw new IllegalArgumentException(
                        "name must consist of letters, digits, '.', '_' and '-', was '" + name + "'");
            }
            this.name = name;
        }

        /** Name of the ring that says who owns which key. */
        public Builder<K, V, A> ring(String ring) {
            this.ring = ring;
            return this;
        }

        /** Topic over which partials travel; of this application and aggregation alone. */
        public Builder<K, V, A> transferTopic(String transferTopic) {
            this.transferTopic = transferTopic;
            return this;
        }

        /** Serde of the key; must give the bytes that ring-aware producers partition by, whatever the topic. */
        public Builder<K, V, A> keySerde(Serde<K> keySerde) {
            this.keySerde = keySerde;
            return this;
        }

        /** What to aggregate. */
        public Builder<K, V, A> aggregator(Aggregator<V, A> aggregator) {
            this.aggregator = aggregator.on(Positioned::value);
            this.unpositioned = Optional.of(aggregator);
            return this;
        }

        /** What to aggregate, by an aggregator that looks at the place of each record, such as {@link Aggregators#last}. */
        public Builder<K, V, A> positionedAggregator(Aggregator<Positioned<V>, A> aggregator) {
            this.aggregator = aggregator;
            this.unpositioned = Optional.empty();
            return this;
        }

        /**
         * Values on which {@link #build} checks that an aggregator of your own is a commutative monoid. Two or three that
         * differ, and some that are equal, are enough to find what depends on the order of records. Its serde is used.
         */
        public Builder<K, V, A> samples(List<? extends V> samples) {
            this.samples = List.copyOf(samples);
            return this;
        }

        /**
         * Gives a key whose state is erased (see {@link io.slipring.processor.audit.Eraser}) an update of null, which deletes
         * it from tables downstream. Without, no update is ever null.
         */
        public Builder<K, V, A> tombstones() {
            this.tombstones = true;
            return this;
        }

        /**
         * Takes the ring from a source of the caller's, for tests; otherwise it is read from the ring topic of the cluster
         * that the application runs on. The source is closed by the aggregation.
         *
         * @param ringSource makes the source from the configuration of the Kafka Streams instance
         */
        public Builder<K, V, A> ringSource(Function<Map<String, Object>, RingSource> ringSource) {
            this.ringSource = ringSource;
            return this;
        }

        /**
         * Divides time into windows, each with an aggregate per key of its own: tumbling, or hopping if they advance by less
         * than their size. They must never change while the state is wanted.
         */
        public WindowedAggregation.Builder<K, V, A> windowedBy(TimeWindows windows) {
            return new WindowedAggregation.Builder<>(this, windows);
        }

        /**
         * Divides the records of a key into sessions: those of which none is further than the inactivity gap from the next. They
         * must never change while the state is wanted. With {@link EmitStrategy#onWindowUpdate()} a session that is joined to
         * another, or erased, gets an update of null, as in Kafka Streams.
         */
        public WindowedAggregation.Builder<K, V, A> windowedBy(SessionWindows windows) {
            return new WindowedAggregation.Builder<>(this, windows);
        }

        /** Ends the definition of an aggregation by key and session. */
        SlipringAggregation<K, V, List<Session<A>>> buildSessions(WindowSpec spec) {
            Aggregator<Positioned<V>, A> inside = required(aggregator, "aggregator");
            Builder<K, V, List<Session<A>>> sessions =
                    with(new SessionAggregator<>(inside, spec.cells().size()));
            SlipringAggregation<K, V, List<Session<A>>> aggregation = new SlipringAggregation<>(sessions.windows(spec));
            check(inside);
            return aggregation;
        }

        /** The same with another aggregator, and nothing of this one's. */
        private <B> Builder<K, V, B> with(Aggregator<Positioned<V>, B> other) {
            Builder<K, V, B> copy = new Builder<>(name);
            copy.ring = ring;
            copy.transferTopic = transferTopic;
            copy.keySerde = keySerde;
            copy.aggregator = other;
            copy.tombstones = tombstones;
            copy.ringSource = ringSource;
            return copy;
        }

        /**
         * Ends the definition of a table: of each key the value of the record with the greatest timestamp, then topic,
         * partition and offset, in whatever order records come. One without a value deletes the key. An aggregator that was
         * set is ignored.
         *
         * @param valueSerde of the values that are kept
         * @throws NullPointerException naming what is not set
         */
        public LatestTable<K, V> latest(Serde<V> valueSerde) {
            Builder<K, V, Optional<Positioned<Optional<V>>>> table = with(Aggregators.latest(valueSerde));
            table.nullValues = true;
            return new LatestTable<>(table.tombstones().build());
        }

        Builder<K, V, A> windows(WindowSpec spec) {
            this.windows = spec;
            return this;
        }

        /**
         * Ends the definition.
         *
         * @throws NullPointerException naming what is not set
         * @throws BrokenLawException if the samples show that the aggregator is no commutative monoid; it names the law, a
         *     counterexample, and what to do instead
         */
        public SlipringAggregation<K, V, A> build() {
            SlipringAggregation<K, V, A> aggregation = new SlipringAggregation<>(this);
            check(aggregation.spec.aggregator());
            return aggregation;
        }

        private void check(Aggregator<Positioned<V>, A> checked) {
            if (!samples.isEmpty()) {
                broken(checked).ifPresent(broken -> {
                    throw broken;
                });
            } else if (!Aggregators.isBuiltIn(checked)) {
                LOG.warn(
                        "Aggregator not checked aggregation={} aggregator={} remedy=\"give samples(), or test it with"
                                + " AggregatorLaws\"",
                        name,
                        checked.describe());
            }
        }

        private Optional<BrokenLawException> broken(Aggregator<Positioned<V>, A> positioned) {
            return unpositioned.isPresent()
                    ? broken(AggregatorLaws.of(unpositioned.get()).samples(samples))
                    : broken(AggregatorLaws.of(positioned)
                            .values(random -> new Positioned<>(
                                    samples.get(random.nextInt(samples.size())),
                                    random.nextInt(3),
                                    "samples",
                                    random.nextInt(3),
                                    random.nextInt())));
        }

        /** An overflow is no fault of the aggregator's. */
        private static Optional<BrokenLawException> broken(AggregatorLaws<?, ?> laws) {
            return laws.refuses(ArithmeticException.class).broken();
        }
    }
}
