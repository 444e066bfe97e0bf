/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import io.slipring.partitioner.Router;
import io.slipring.ring.source.RingSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.jspecify.annotations.Nullable;

/**
 * Runs a topology over topics of several partitions without a broker: one {@link TopologyTestDriver} per partition, and the
 * records that one writes for another carried to it.
 *
 * <p>A {@code TopologyTestDriver} alone has one partition, so it proves nothing about routing. Here a record that is piped
 * goes to the partition that the topic's router picks, and a record that the topology writes goes to the partition that its sink's own
 * {@code StreamPartitioner} picks, which is told the real number of partitions; without one, to that of the topic's router,
 * else of Kafka's default partitioner.
 *
 * <p>What is written to a topic that the topology also reads (a transfer or repartition topic) doesn't arrive by itself: it
 * is <i>in flight</i> until {@link #deliver} or {@link #drain}, so that a test can let anything happen in between. What is
 * written to a topic of a global store reaches all partitions at once.
 *
 * <pre>{@code
 * SettableRingSource rings = RingSources.fixed(fourShards);
 * try (ShardedTopologyDriver driver = ShardedTopologyDriver.create(topology, config, 4, rings, "orders")) {
 *     driver.pipe("orders", "customer-7", 1L, new StringSerializer(), new LongSerializer(), timestamp);
 *     driver.addPartitions(1);
 *     rings.publish(fiveShards);
 *     driver.settle(Duration.ofMillis(100));
 *     assertThat(driver.readOutput("totals", new StringDeserializer(), new LongDeserializer()))...
 * }
 * }</pre>
 *
 * <p><b>Limits.</b> To Kafka Streams each task is task 0_0 and each record of partition 0, as the test driver underneath knows nothing else. A
 * processor that has to know its partition reads the Integer {@value #PARTITION_CONFIG} from {@code context.appConfigs()},
 * and if there is none (so in earnest) takes {@code context.taskId().partition()}. All sub-topologies of a topology run in one
 * task per partition. Topics have as many partitions as there are shards, unless {@link Builder#partitions} says otherwise.
 *
 * <p>Time stands still but for {@link #advanceWallClock}. Everything happens on the calling thread. Not thread-safe.
 */
public final class ShardedTopologyDriver implements AutoCloseable {
    /** The key under which {@code context.appConfigs()} holds the partition, an {@code Integer}, of the task at hand. */
    public static final String PARTITION_CONFIG = "__slipring.partition";

    private static final int MAX_ROUNDS = 1_000;

    private final Topology topology;
    private final Properties config;
    private final TopologyTopics topics;
    private final Map<String, RecordRouter> routers;
    private final RecordRouter defaultRouter = Routers.murmur2();
    private final Map<RingSource, Router> ringRouters = new HashMap<>();
    private final Map<String, Integer> fixedCounts;
    private final Path stateDirectory;
    private final List<ShardTask> tasks = new ArrayList<>();
    private final List<Changelog> changelogs = new ArrayList<>();
    private final InFlight inFlight = new InFlight();
    private final Map<String, List<OutputRecord<byte[], byte[]>>> outputs = new HashMap<>();
    private Instant now;
    private int incarnations;

    private ShardedTopologyDriver(Builder builder) {
        this.topology = builder.topology;
        this.config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "sharded-topology");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "nowhere:0");
        config.putAll(builder.config);
        this.routers = new HashMap<>(builder.routers);
        builder.rings.forEach((topic, source) -> {
            Router router = ringRouters.computeIfAbsent(source, Router::new);
            routers.put(topic, Routers.ring(router, topic));
        });
        this.fixedCounts = Map.copyOf(builder.fixedCounts);
        this.now = builder.start;
        ChangelogReplay.addTo(topology);
        this.topics = new TopologyTopics(topology.describe(), config.getProperty(StreamsConfig.APPLICATION_ID_CONFIG));
        try {
            this.stateDirectory = Files.createTempDirectory("slipring-driver-");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create a temporary state directory", e);
        }
    }

    /**
     * Starts a driver whose topics are routed by a ring.
     *
     * @param topology the topology under test; a processor without effect is added to it
     * @param config the application's configuration; needs neither servers nor an application id
     * @param shards how many partitions, at least 1 and enough for the ring's oldest epoch that is to be used
     * @param rings the ring that routes; each record goes by the newest ring that fits the topic's partitions
     * @param ringTopics the topics that it routes
     * @return a running driver
     */
    public static ShardedTopologyDriver create(
            Topology topology, Properties config, int shards, RingSource rings, String... ringTopics) {
        return builder(topology).config(config).ring(rings, ringTopics).start(shards);
    }

    /**
     * Returns a builder, for a driver with other routers, fixed topics or another start of time.
     *
     * @param topology the topology under test; a processor without effect is added to it
     * @return a new builder
     */
    public static Builder builder(Topology topology) {
        return new Builder(topology);
    }

    /**
     * Returns how many partitions there are now.
     *
     * @return the number of drivers underneath
     */
    public int shards() {
        return tasks.size();
    }

    /**
     * Pipes a record into the partition that the topic's router picks, and processes it.
     *
     * @param topic a topic that the topology reads
     * @param key null for a record without key
     * @param value null for a tombstone
     * @param keySerializer turns the key into bytes
     * @param valueSerializer turns the value into bytes
     * @param timestamp milliseconds since the epoch
     * @param <K> the type of the key
     * @param <V> the type of the value
     * @return the partition
     * @throws IllegalArgumentException if the topology doesn't read that topic
     * @throws io.slipring.errors.RingDoesNotFitException if the topic's ring has no epoch that fits its partitions
     * @throws org.apache.kafka.streams.errors.StreamsException what the topology throws, with its cause
     */
    public <K, V> int pipe(
            String topic,
            @Nullable K key,
            @Nullable V value,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            long timestamp) {
        return pipe(topic, keySerializer.serialize(topic, key), valueSerializer.serialize(topic, value), timestamp);
    }

    /**
     * Pipes a serialized record into the partition that the topic's router picks, and processes it.
     *
     * @param topic a topic that the topology reads
     * @param key null for a record without key
     * @param value null for a tombstone
     * @param timestamp milliseconds since the epoch
     * @return the partition
     * @throws IllegalArgumentException if the topology doesn't read that topic
     */
    public int pipe(String topic, byte @Nullable [] key, byte @Nullable [] value, long timestamp) {
        int partition = route(topic, key, value);
        pipeTo(partition, topic, key, value, timestamp);
        return partition;
    }

    /**
     * Pipes a record into a partition of the test's choice, as a producer with another partitioner would, and processes it.
     *
     * @param partition from 0 to {@link #shards} - 1
     * @param topic a topic that the topology reads
     * @param key null for a record without key
     * @param value null for a tombstone
     * @param keySerializer turns the key into bytes
     * @param valueSerializer turns the value into bytes
     * @param timestamp milliseconds since the epoch
     * @param <K> the type of the key
     * @param <V> the type of the value
     * @throws IllegalArgumentException if the topology doesn't read that topic
     */
    public <K, V> void pipeTo(
            int partition,
            String topic,
            @Nullable K key,
            @Nullable V value,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            long timestamp) {
        pipeTo(
                partition,
                topic,
                keySerializer.serialize(topic, key),
                valueSerializer.serialize(topic, value),
                timestamp);
    }

    /**
     * Pipes a serialized record into a partition of the test's choice, and processes it.
     *
     * @param partition from 0 to {@link #shards} - 1
     * @param topic a topic that the topology reads
     * @param key null for a record without key
     * @param value null for a tombstone
     * @param timestamp milliseconds since the epoch
     * @throws IllegalArgumentException if the topology doesn't read that topic
     */
    public void pipeTo(int partition, String topic, byte @Nullable [] key, byte @Nullable [] value, long timestamp) {
        if (!topics.isSource(topic) && !topics.isGlobal(topic)) {
            throw new IllegalArgumentException(
                    "topic must be one that the topology reads, " + topics.readable() + ", was " + topic);
        }
        arrive(new TopicPartition(topic, partition), key, value, timestamp, new RecordHeaders());
    }

    /**
     * Returns how many records are in flight.
     *
     * @return 0 if none is
     */
    public int inFlight() {
        return inFlight.size();
    }

    /**
     * Delivers the records that are in flight now; what is written in consequence is in flight afterwards.
     *
     * @return how many were delivered
     */
    public int deliver() {
        return inFlight.destinations().stream().mapToInt(this::deliver).sum();
    }

    /**
     * Delivers the records that are in flight to one partition.
     *
     * @param topic a topic that the topology reads
     * @param partition from 0 to {@link #shards} - 1
     * @return how many were delivered
     */
    public int deliver(String topic, int partition) {
        return deliver(new TopicPartition(topic, partition));
    }

    /**
     * Delivers records until none is in flight any more. Time stands still meanwhile: see {@link #settle}.
     *
     * @return how many were delivered
     * @throws IllegalStateException if records still travel after 1,000 rounds: says from where to where
     */
    public int drain() {
        int delivered = 0;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            int moved = deliver();
            if (moved == 0) {
                return delivered;
            }
            delivered += moved;
        }
        throw new IllegalStateException(
                "Records still travel after " + MAX_ROUNDS + " rounds of delivery: " + inFlight + " in flight");
    }

    /**
     * Advances the clock of all partitions, which calls the wall-clock punctuators that are due, each once.
     *
     * @param duration at least 1 ms
     */
    public void advanceWallClock(Duration duration) {
        if (duration.toMillis() < 1) {
            throw new IllegalArgumentException("duration must be >= 1 ms, was " + duration);
        }
        now = now.plusMillis(duration.toMillis());
        for (int partition = 0; partition < tasks.size(); partition++) {
            tasks.get(partition).advanceWallClock(duration);
            collect(partition);
        }
    }

    /**
     * Lets time pass in steps, delivering records after each, until a step moves nothing: for topologies that send from a
     * punctuator.
     *
     * @param step the punctuators' interval, at least 1 ms
     * @return how many records were delivered
     * @throws IllegalStateException if records still travel after 1,000 steps: says from where to where
     */
    public int settle(Duration step) {
        int delivered = drain();
        for (int steps = 0; steps < MAX_ROUNDS; steps++) {
            advanceWallClock(step);
            String moving = inFlight.toString();
            int moved = drain();
            if (moved == 0) {
                return delivered;
            }
            delivered += moved;
            if (steps == MAX_ROUNDS - 1) {
                throw new IllegalStateException("Records still travel after " + MAX_ROUNDS + " steps of " + step
                        + ": the last step sent " + moving);
            }
        }
        return delivered;
    }

    /**
     * Adds partitions to all topics but the fixed ones, as growing the topics of a running application does: the new ones
     * start without state, and no record moves by this alone.
     *
     * @param count how many, at least 1
     */
    public void addPartitions(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be >= 1, was " + count);
        }
        for (int i = 0; i < count; i++) {
            changelogs.add(new Changelog());
            tasks.add(newTask(tasks.size()));
        }
        for (int partition = tasks.size() - count; partition < tasks.size(); partition++) {
            collect(partition);
        }
    }

    /**
     * Starts a partition's task anew, as after a kill right behind a commit: what processors held in fields is gone, stores
     * with a changelog are restored from it, stores without one are empty, punctuators are scheduled anew. Records in flight
     * stay so. Of versioned stores the latest versions come back; stores that use their source topic as changelog (optimized
     * tables) come back empty.
     *
     * @param partition from 0 to {@link #shards} - 1
     */
    public void restart(int partition) {
        task(partition).close();
        tasks.set(partition, newTask(partition));
        collect(partition);
    }

    /**
     * Returns and forgets what was written to a topic, in the order of writing. Records to topics that the topology reads
     * itself are in flight instead.
     *
     * @param topic the topic; one to which nothing was written has no records
     * @param keyDeserializer reads the keys; isn't asked for null
     * @param valueDeserializer reads the values; isn't asked for null
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return all records since the last call
     */
    public <K, V> List<OutputRecord<K, V>> readOutput(
            String topic, Deserializer<K> keyDeserializer, Deserializer<V> valueDeserializer) {
        List<OutputRecord<byte[], byte[]>> written = outputs.remove(topic);
        if (written == null) {
            return List.of();
        }
        List<OutputRecord<K, V>> records = new ArrayList<>(written.size());
        for (OutputRecord<byte[], byte[]> raw : written) {
            records.add(new OutputRecord<>(
                    raw.shard(),
                    raw.partition(),
                    raw.key() == null ? null : keyDeserializer.deserialize(topic, raw.headers(), raw.key()),
                    raw.value() == null ? null : valueDeserializer.deserialize(topic, raw.headers(), raw.value()),
                    raw.timestamp(),
                    raw.headers()));
        }
        return records;
    }

    /**
     * Returns a store of one partition's task.
     *
     * @param partition from 0 to {@link #shards} - 1
     * @param name the store's name
     * @param <S> the type as which the test wants to use it, unchecked
     * @return the live store; not the same after a {@link #restart}
     * @throws IllegalArgumentException if the topology has no such store
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as convenient as the stores of Kafka Streams
    public <S extends StateStore> S store(int partition, String name) {
        StateStore store = task(partition).driver().getAllStateStores().get(name);
        if (store == null) {
            throw new IllegalArgumentException("The topology has no store named " + name);
        }
        return (S) store;
    }

    /**
     * Returns the driver of one partition, for its metrics and its further ways to look at stores. Records piped into it
     * directly, and records to read from it, pass by this driver.
     *
     * @param partition from 0 to {@link #shards} - 1
     * @return the driver underneath; not the same after a {@link #restart}
     */
    public TopologyTestDriver driver(int partition) {
        return task(partition).driver();
    }

    /** Closes all tasks and deletes their state. */
    @Override
    public void close() {
        tasks.forEach(ShardTask::close);
        tasks.clear();
        ringRouters.values().forEach(Router::close);
        BrokerStorage.delete(stateDirectory);
    }

    private ShardTask newTask(int partition) {
        incarnations++;
        return new ShardTask(
                topology,
                config,
                partition,
                stateDirectory.resolve(partition + "-" + incarnations),
                now,
                changelogs.get(partition),
                this::partitionCount);
    }

    private ShardTask task(int partition) {
        return tasks.get(Objects.checkIndex(partition, tasks.size()));
    }

    private int partitionCount(String topic) {
        return fixedCounts.getOrDefault(topic, tasks.size());
    }

    private int route(String topic, byte @Nullable [] key, byte @Nullable [] value) {
        return routers.getOrDefault(topic, defaultRouter).partition(key, value, partitionCount(topic));
    }

    private int deliver(TopicPartition to) {
        List<ProducerRecord<byte[], byte[]>> records = inFlight.take(to);
        records.forEach(record -> arrive(to, record.key(), record.value(), timestamp(record), record.headers()));
        return records.size();
    }

    private void arrive(
            TopicPartition at, byte @Nullable [] key, byte @Nullable [] value, long timestamp, Headers headers) {
        if (topics.isGlobal(at.topic())) {
            tasks.forEach(task -> task.pipe(at.topic(), key, value, timestamp, headers));
            return;
        }
        task(at.partition()).pipe(at.topic(), key, value, timestamp, headers);
        collect(at.partition());
    }

    /** Sorts what a task has sent: state to its changelog, input of tasks into flight, all else to the test. */
    private void collect(int shard) {
        for (ProducerRecord<byte[], byte[]> record : task(shard).takeSent()) {
            if (topics.isChangelog(record.topic())) {
                changelogs.get(shard).append(record);
                continue;
            }
            TopicPartition to = new TopicPartition(record.topic(), destination(record));
            if (topics.isSource(to.topic())) {
                inFlight.add(to, record);
            } else if (topics.isGlobal(to.topic())) {
                arrive(to, record.key(), record.value(), timestamp(record), record.headers());
            } else {
                outputs.computeIfAbsent(to.topic(), topic -> new ArrayList<>())
                        .add(new OutputRecord<>(
                                shard,
                                to.partition(),
                                record.key(),
                                record.value(),
                                timestamp(record),
                                record.headers()));
            }
        }
    }

    private int destination(ProducerRecord<byte[], byte[]> record) {
        int partition =
                record.partition() == null ? route(record.topic(), record.key(), record.value()) : record.partition();
        int count = partitionCount(record.topic());
        if (partition < 0 || partition >= count) {
            throw new IllegalStateException("A record was written to partition " + partition + " of topic "
                    + record.topic() + ", which has " + count + "; addPartitions first");
        }
        return partition;
    }

    private long timestamp(ProducerRecord<byte[], byte[]> record) {
        return record.timestamp() == null ? now.toEpochMilli() : record.timestamp();
    }

    /** Settings of a driver that is about to be started. Not thread-safe. */
    public static final class Builder {
        private final Topology topology;
        private final Properties config = new Properties();
        private final Map<String, RecordRouter> routers = new HashMap<>();
        private final Map<String, RingSource> rings = new HashMap<>();
        private final Map<String, Integer> fixedCounts = new HashMap<>();
        private Instant start = Instant.parse("2026-01-01T00:00:00Z");

        private Builder(Topology topology) {
            this.topology = Objects.requireNonNull(topology, "topology");
        }

        /**
         * Sets the application's configuration.
         *
         * @param properties needs neither servers nor an application id
         * @return this builder
         */
        public Builder config(Properties properties) {
            config.putAll(properties);
            return this;
        }

        /**
         * Lets a ring route topics: each record goes by the newest ring that fits the number of partitions.
         *
         * @param rings the ring's epochs; stays the caller's
         * @param topics the topics that it routes
         * @return this builder
         */
        public Builder ring(RingSource rings, String... topics) {
            for (String topic : topics) {
                this.rings.put(Objects.requireNonNull(topic, "topic"), Objects.requireNonNull(rings, "rings"));
            }
            return this;
        }

        /**
         * Routes a topic by a function: records that the test pipes, and records of sinks without {@code StreamPartitioner}.
         *
         * @param topic its name
         * @param router picks the partitions
         * @return this builder
         */
        public Builder route(String topic, RecordRouter router) {
            routers.put(Objects.requireNonNull(topic, "topic"), Objects.requireNonNull(router, "router"));
            return this;
        }

        /**
         * Fixes a topic's number of partitions, which otherwise is that of the shards and grows with it.
         *
         * @param topic its name
         * @param count at least 1; of a topic that the topology reads, at most the number of shards
         * @return this builder
         */
        public Builder partitions(String topic, int count) {
            if (count < 1) {
                throw new IllegalArgumentException("count must be >= 1, was " + count + " (topic " + topic + ")");
            }
            fixedCounts.put(topic, count);
            return this;
        }

        /**
         * Sets the time at which the clocks stand in the beginning; by default the start of 2026, UTC.
         *
         * @param instant the start
         * @return this builder
         */
        public Builder startAt(Instant instant) {
            start = Objects.requireNonNull(instant, "instant");
            return this;
        }

        /**
         * Starts the driver.
         *
         * @param shards how many partitions, at least 1
         * @return a running driver
         */
        public ShardedTopologyDriver start(int shards) {
            ShardedTopologyDriver driver = new ShardedTopologyDriver(this);
            try {
                driver.addPartitions(shards);
                return driver;
            } catch (RuntimeException e) {
                driver.close();
                throw e;
            }
        }
    }
}
