/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.formats.RegistryConfig;
import io.slipring.processor.TransientFailureHandler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One instance of the deployable application: reads the input topic, aggregates by key over the ring, writes updates to
 * the output topic. Thread-safe.
 */
public final class AggregationApp<A> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AggregationApp.class);
    static final String NAME = "aggregate";

    private final AppConfig config;
    private final Aggregation<A> aggregation;
    private final KeyReader keys;
    private final FieldsReader values;
    private final DeadLetters deadLetters = new DeadLetters();
    private final Sharding<A> shards;
    private final Map<String, Object> settings;
    private final KafkaStreams streams;
    private final CountDownLatch running = new CountDownLatch(1);
    private final StartProgress start = new StartProgress();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicReference<@Nullable String> reason = new AtomicReference<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicReference<@Nullable OpsServer> ops = new AtomicReference<>();

    private AggregationApp(AppConfig config, Aggregation<A> aggregation, boolean replaceFailedThreads) {
        this.config = config;
        this.aggregation = aggregation;
        Formats formats = new Formats(config);
        this.keys = config.keyFormat().reader(formats);
        this.values = FieldsReader.of(config, aggregation.wanted(), formats);
        this.shards = Sharding.of(config, aggregation, keys);
        Patience patience = new Patience(RegistryConfig.patience(config.settings()));
        this.settings = StreamsSettings.of(config, text -> reason.compareAndSet(null, text), deadLetters, patience);
        Properties properties = new Properties();
        properties.putAll(settings);
        this.streams = new KafkaStreams(topology(), properties);
        streams.setUncaughtExceptionHandler(new TransientFailureHandler(exception -> {
            Optional<Throwable> outage = patience.waitedFor(exception);
            if (reason.get() == null && outage.isPresent()) {
                LOG.warn(
                        "Replacing a thread, its record waits for a schema application={} reason=\"{}\"",
                        config.applicationId(),
                        outage.get().getMessage());
                return StreamThreadExceptionResponse.REPLACE_THREAD;
            }
            failures.incrementAndGet();
            failure.compareAndSet(null, exception);
            LOG.error(
                    "Stream thread failed application={} reason={}", config.applicationId(), why(exception), exception);
            return replaceFailedThreads
                    ? StreamThreadExceptionResponse.REPLACE_THREAD
                    : StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }));
        streams.setGlobalStateRestoreListener(start);
        streams.setStateListener((now, before) -> {
            start.progressed();
            LOG.info("Application state application={} state={} previous={}", config.applicationId(), now, before);
            if (now == KafkaStreams.State.RUNNING) {
                running.countDown();
            } else if (now.hasCompletedShutdown()) {
                running.countDown();
                stopped.countDown();
            }
        });
    }

    /**
     * Makes an instance that is not started yet.
     *
     * @param replaceFailedThreads whether a stream thread that fails is replaced and counted; otherwise it stops the instance
     */
    static AggregationApp<?> create(AppConfig config, boolean replaceFailedThreads) {
        return create(config, Aggregation.of(config), replaceFailedThreads);
    }

    private static <A> AggregationApp<A> create(
            AppConfig config, Aggregation<A> aggregation, boolean replaceFailedThreads) {
        return new AggregationApp<>(config, aggregation, replaceFailedThreads);
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        Consumed<Bytes, Fields> consumed =
                Consumed.with(new KeyBytesSerde(keys), fields()).withName("input");
        KStream<Bytes, Fields> input = builder.stream(
                config.inputTopic(),
                values.time() < 0 ? consumed : consumed.withTimestampExtractor(AggregationApp::timeOf));
        KStream<Bytes, Fields> readable = config.deadLetterTopic().isEmpty()
                ? input
                : input.processValues(() -> new DeadLetterMeter<>(deadLetters), Named.as("dead-letters"));
        shards.addTo(builder, readable);
        return builder.build();
    }

    private Serde<Fields> fields() {
        return Serdes.serdeFrom(
                (topic, fields) -> new ByteArraySerializer().serialize(topic, new byte[0]),
                new FieldsDeserializer(values));
    }

    /** A record without a value is not folded, so that it is of no account when it happened. */
    private static long timeOf(ConsumerRecord<Object, Object> record, long partitionTime) {
        return record.value() instanceof Fields fields ? fields.time().orElse(record.timestamp()) : partitionTime;
    }

    /**
     * Makes an instance from properties, as {@code slipring run} does.
     *
     * @throws org.apache.kafka.common.config.ConfigException if one is missing or breaks its rule
     */
    public static AggregationApp<?> fromSettings(Map<String, String> settings, boolean replaceFailedThreads) {
        return create(AppConfig.parse(settings), replaceFailedThreads);
    }

    /** Creates the transfer topic if it is missing, registers with the ring, and starts. */
    public void start() {
        config.httpListen()
                .ifPresent(address -> ops.set(OpsServer.open(address, streams::state, new AppMeters(streams))));
        shards.prepare(settings, Set.of(config.inputTopic()));
        streams.start();
    }

    /**
     * Waits until the instance has its partitions and processes them. Restoring a large state may take long, so the wait ends
     * only if nothing gets on.
     *
     * @param patience longest time without a change of state or a restored record
     * @return whether it does; false if nothing got on for so long or the instance stopped before
     */
    public boolean awaitRunning(Duration patience) throws InterruptedException {
        start.progressed();
        Duration left = patience;
        while (!left.isNegative() && !left.isZero()) {
            if (running.await(left.toMillis() + 1, TimeUnit.MILLISECONDS)) {
                return stopped.getCount() > 0;
            }
            left = patience.minus(start.sinceProgress());
        }
        return false;
    }

    /** How far the start has got, for the message of a wait that ended. */
    String startState() {
        return "its state is " + streams.state() + ", " + start;
    }

    /** Waits until the instance has stopped, for whatever reason. */
    void awaitStopped() throws InterruptedException {
        stopped.await();
    }

    /** Why a thread failed; empty if none did. */
    public Optional<String> failureReason() {
        return Optional.ofNullable(failure.get()).map(this::why);
    }

    /** What failed first, for its stack trace; null if nothing did. */
    @Nullable
    Throwable failure() {
        return failure.get();
    }

    /** The rights on topics that the application needs, by topic. */
    Map<String, Set<AclOperation>> topicRights() {
        Map<String, Set<AclOperation>> rights =
                new HashMap<>(shards.topicRights(config.applicationId(), Set.of(config.inputTopic())));
        rights.put(config.outputTopic(), Set.of(AclOperation.WRITE));
        config.deadLetterTopic().ifPresent(topic -> rights.put(topic, Set.of(AclOperation.WRITE)));
        return rights;
    }

    /** Input records that this instance sent to the dead-letter topic, also in transactions that were aborted since. */
    public long deadLetters() {
        return deadLetters.count();
    }

    /** How many times a stream thread failed. */
    public int failures() {
        return failures.get();
    }

    private String why(Throwable exception) {
        String known = reason.get();
        return known != null ? known : Failures.describe(exception, config.applicationId());
    }

    /**
     * Visits what this instance holds in its stores, a key once for each of its windows if there are any.
     *
     * @throws org.apache.kafka.streams.errors.InvalidStateStoreException while it is not running or rebalances; retriable
     */
    public void forEachKey(BiConsumer<String, AppUpdate> visitor) {
        shards.forEach(streams, (subject, update) -> visitor.accept(subject.key(), aggregation.show(update)));
    }

    /** Stops and commits what was processed; waits at most 30 s. */
    @Override
    public void close() {
        streams.close(Duration.ofSeconds(30));
        OpsServer server = ops.getAndSet(null);
        if (server != null) {
            server.close();
        }
    }
}
