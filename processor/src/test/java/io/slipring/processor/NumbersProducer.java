/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.partitioner.RingPartitioner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Produces random numbers at a steady rate on a thread of its own, and tallies what was acknowledged. */
final class NumbersProducer implements AutoCloseable {
    private static final int KEYS = 2_000;
    private static final Duration PAUSE_PATIENCE = Duration.ofSeconds(30);

    private final Numbers names;
    private final KafkaProducer<String, Long> producer;
    private final Timing timing;
    private final Tally tally = new Tally();
    private final Map<Integer, Long> ends = new ConcurrentHashMap<>();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean stopped;
    private volatile boolean paused;
    private volatile boolean idle;
    private volatile long allowed;

    private NumbersProducer(Numbers names, Map<String, Object> config, long seed, int perSecond) {
        this(names, config, seed, perSecond, NumbersProducer::anyKey, Long.MAX_VALUE, Long.MAX_VALUE, NOW);
    }

    private NumbersProducer(
            Numbers names,
            Map<String, Object> config,
            long seed,
            int perSecond,
            Function<Random, String> keys,
            long limit,
            long allowed,
            Timing timing) {
        this.names = names;
        this.timing = timing;
        this.allowed = allowed;
        producer = new KafkaProducer<>(config, new StringSerializer(), new LongSerializer());
        thread = new Thread(() -> produce(new Random(seed), perSecond, keys, limit), "numbers-producer-" + seed);
        thread.setDaemon(true);
        thread.start();
    }

    static NumbersProducer byRing(
            Numbers names, String bootstrapServers, long seed, int perSecond, Map<String, Object> overrides) {
        return new NumbersProducer(names, ringConfig(names, bootstrapServers, overrides), seed, perSecond);
    }

    /** Sends so many records of one key, as far as {@link #allow} lets it, and stops. */
    static NumbersProducer ofOneKey(
            Numbers names,
            String bootstrapServers,
            String key,
            int perSecond,
            long limit,
            Map<String, Object> overrides) {
        Map<String, Object> config = ringConfig(names, bootstrapServers, overrides);
        return new NumbersProducer(names, config, 1, perSecond, random -> key, limit, 0, NOW);
    }

    private static Map<String, Object> ringConfig(
            Numbers names, String bootstrapServers, Map<String, Object> overrides) {
        Map<String, Object> config = config(bootstrapServers);
        config.put(ProducerConfig.PARTITIONER_CLASS_CONFIG, RingPartitioner.class.getName());
        config.put("slipring.ring", names.ring());
        config.putAll(overrides);
        return config;
    }

    /** A power law: low keys are hot. */
    private static String anyKey(Random random) {
        return "key-" + (int) (KEYS * Math.pow(random.nextDouble(), 3));
    }

    static NumbersProducer byRing(Numbers names, String bootstrapServers, long seed, int perSecond) {
        return byRing(names, bootstrapServers, seed, perSecond, Map.of());
    }

    /** Partitions as Kafka does by default, and so writes to new partitions at once. */
    static NumbersProducer byDefault(Numbers names, String bootstrapServers, long seed, int perSecond) {
        Map<String, Object> config = config(bootstrapServers);
        // KAFKA-15591: with more, a batch that a new partition's leader refused can be stuck behind its successor.
        config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        return new NumbersProducer(names, config, seed, perSecond);
    }

    private static Map<String, Object> config(String bootstrapServers) {
        Map<String, Object> config = new HashMap<>();
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ProducerConfig.METADATA_MAX_AGE_CONFIG, 1_000);
        config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        return config;
    }

    /** Says when records are to have happened, and by what name they are tallied. */
    interface Timing {
        /** In milliseconds; of the record after so many others. Null for the producer's own time. */
        @Nullable
        Long at(long count);

        String tallied(String key, @Nullable Long time);
    }

    private static final Timing NOW = new Timing() {
        @Override
        public @Nullable Long at(long count) {
            return null;
        }

        @Override
        public String tallied(String key, @Nullable Long time) {
            return key;
        }
    };

    /** Sends records with times, as far as {@link #allow} lets it. */
    static NumbersProducer timed(
            Numbers names, String bootstrapServers, int perSecond, Function<Random, String> keys, Timing timing) {
        Map<String, Object> config = ringConfig(names, bootstrapServers, Map.of());
        return new NumbersProducer(names, config, 1, perSecond, keys, Long.MAX_VALUE, 0, timing);
    }

    /** Sends one number for each of many keys and returns when all are acknowledged. */
    static Tally oncePerKey(Numbers names, String bootstrapServers, int keys) {
        return send(names, bootstrapServers, keys, i -> "key-" + i);
    }

    /** Sends some numbers of one key and returns when all are acknowledged. */
    static Tally ofOneKey(Numbers names, String bootstrapServers, String key, int records) {
        return send(names, bootstrapServers, records, i -> key);
    }

    private static Tally send(Numbers names, String bootstrapServers, int records, IntFunction<String> keys) {
        Map<String, Object> config = config(bootstrapServers);
        config.put(ProducerConfig.PARTITIONER_CLASS_CONFIG, RingPartitioner.class.getName());
        config.put("slipring.ring", names.ring());
        Tally tally = new Tally();
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<String, Long> producer =
                new KafkaProducer<>(config, new StringSerializer(), new LongSerializer())) {
            for (int i = 0; i < records; i++) {
                String key = keys.apply(i);
                sent.add(producer.send(new ProducerRecord<>(names.input(), key, (long) i)));
                tally.add(key, i);
            }
            for (Future<RecordMetadata> one : sent) {
                one.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError("A send failed", e);
        }
        return tally;
    }

    private void produce(Random random, int perSecond, Function<Random, String> keys, long limit) {
        long start = System.nanoTime();
        long sent = 0;
        for (long count = 0; !stopped && failure.get() == null && count < limit; count++) {
            while ((paused || count >= allowed) && !stopped) {
                idle = true;
                LockSupport.parkNanos(1_000_000);
                start = System.nanoTime();
                sent = 0;
            }
            idle = false;
            String key = keys.apply(random);
            long number = random.nextInt(1_000);
            Long time = timing.at(count);
            producer.send(new ProducerRecord<>(names.input(), null, time, key, number), (metadata, error) -> {
                if (error == null) {
                    tally.add(timing.tallied(key, time), number);
                    ends.merge(metadata.partition(), metadata.offset() + 1, Math::max);
                } else {
                    failure.compareAndSet(null, error);
                }
            });
            sent++;
            long due = start + sent * 1_000_000_000L / perSecond;
            long early = due - System.nanoTime();
            if (early > 1_000_000) {
                LockSupport.parkNanos(early);
            }
        }
    }

    /** Waits until this many records were acknowledged. */
    void awaitSent(long records, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (tally.records() < records) {
            requireNoFailure();
            if (System.nanoTime() > deadline) {
                throw new AssertionError(
                        "Acknowledged " + tally.records() + " of " + records + " records in " + timeout);
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** Stops producing for a while and waits for all acknowledgements. */
    void pause() {
        paused = true;
        long deadline = System.nanoTime() + PAUSE_PATIENCE.toNanos();
        while (!idle) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("The producer did not pause within " + PAUSE_PATIENCE);
            }
            LockSupport.parkNanos(1_000_000);
        }
        producer.flush();
        requireNoFailure();
    }

    /** Lets it send so many records in all; what it has to wait for that, it doesn't make up for. */
    void allow(long records) {
        allowed = records;
    }

    void resume() {
        paused = false;
    }

    /** Stops producing and waits for all acknowledgements. */
    void stop() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        producer.flush();
        requireNoFailure();
    }

    private void requireNoFailure() {
        Exception error = failure.get();
        if (error != null) {
            throw new AssertionError("A send failed", error);
        }
    }

    /** The offset behind the last acknowledged record of a partition; 0 if there is none. */
    long endOffset(int partition) {
        return ends.getOrDefault(partition, 0L);
    }

    Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        stopped = true;
        producer.close(Duration.ofSeconds(10));
    }
}
