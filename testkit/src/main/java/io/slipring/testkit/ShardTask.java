/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * One partition's {@link TopologyTestDriver}, with a producer of ours in place of its own.
 *
 * <p>The driver's producer knows one partition per topic, and what it sends to a topic that the topology reads comes back to
 * the same driver. Ours knows the real partition counts, so that sinks route as they do in earnest, and hands all that was
 * committed to the caller alone. Not thread-safe.
 */
final class ShardTask implements AutoCloseable {
    private final TopologyTestDriver driver;
    private final MockProducer<byte[], byte[]> producer;
    /** What processors wrote to their stores while they were initialised, before the producer was ours. */
    private final List<ProducerRecord<byte[], byte[]>> sentByInit = new ArrayList<>();

    ShardTask(
            Topology topology,
            Properties config,
            int partition,
            Path stateDirectory,
            Instant now,
            Changelog changelog,
            ToIntFunction<String> partitionCounts) {
        Properties own = new Properties();
        own.putAll(config);
        own.putAll(ChangelogReplay.config(changelog));
        own.put(ShardedTopologyDriver.PARTITION_CONFIG, partition);
        own.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        this.driver = new TopologyTestDriver(topology, own, now);
        this.producer = new Producer(partitionCounts);
        takeOver(Internals.get(driver, "testDriverProducer"));
    }

    private void takeOver(Object streamsProducer) {
        MockProducer<?, ?> old = (MockProducer<?, ?>) Internals.get(streamsProducer, "producer");
        if (old.transactionInitialized()) {
            producer.initTransactions();
        }
        if (old.transactionInFlight()) {
            producer.beginTransaction();
        }
        old.history().forEach(record -> sentByInit.add(bytes(record)));
        old.uncommittedRecords().forEach(record -> sentByInit.add(bytes(record)));
        Internals.set(streamsProducer, "producer", producer);
    }

    @SuppressWarnings("unchecked") // the test driver's producer is one of byte arrays
    private static ProducerRecord<byte[], byte[]> bytes(ProducerRecord<?, ?> record) {
        return (ProducerRecord<byte[], byte[]>) record;
    }

    void pipe(String topic, byte @Nullable [] key, byte @Nullable [] value, long timestamp, Headers headers) {
        driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(key, value, headers, timestamp));
    }

    void advanceWallClock(Duration duration) {
        driver.advanceWallClockTime(duration);
    }

    /** Returns and forgets what was sent, and under exactly-once committed, since the last call. */
    List<ProducerRecord<byte[], byte[]>> takeSent() {
        List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>(sentByInit);
        sentByInit.clear();
        sent.addAll(producer.history());
        producer.clear();
        return sent;
    }

    TopologyTestDriver driver() {
        return driver;
    }

    /** Closes the task; what it sends meanwhile is lost, as it is when a process is killed. */
    @Override
    public void close() {
        driver.close();
    }

    private static final class Producer extends MockProducer<byte[], byte[]> {
        private final ToIntFunction<String> partitionCounts;

        Producer(ToIntFunction<String> partitionCounts) {
            super(Cluster.empty(), true, null, new ByteArraySerializer(), new ByteArraySerializer());
            this.partitionCounts = partitionCounts;
        }

        @Override
        public List<PartitionInfo> partitionsFor(String topic) {
            return IntStream.range(0, partitionCounts.applyAsInt(topic))
                    .mapToObj(partition -> new PartitionInfo(topic, partition, Node.noNode(), new Node[0], new Node[0]))
                    .toList();
        }
    }
}
