/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.codec.RingCodec;
import io.slipring.schemas.TaskProgress;
import io.slipring.testkit.Broker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Control topics, rings and raw writes for tests against a broker. */
public final class ControlTopics {
    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final AtomicInteger TIME = new AtomicInteger();

    private ControlTopics() {}

    /** A name of a topic that does not exist yet. */
    public static ControlTopicConfig unused(Broker broker, Duration timeout) {
        return named(broker, "rings-" + COUNTER.incrementAndGet(), timeout);
    }

    /** A topic by name, whether or not it exists. */
    public static ControlTopicConfig named(Broker broker, String topic, Duration timeout) {
        return new ControlTopicConfig(topic, timeout, Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    /** A new control topic. */
    public static ControlTopicConfig created(Broker broker) {
        ControlTopicConfig config = unused(broker, Duration.ofSeconds(30));
        ControlTopic.ensure(broker.admin(), config, Optional.empty());
        return config;
    }

    /** The same topic with another timeout. */
    public static ControlTopicConfig within(ControlTopicConfig config, Duration timeout) {
        return new ControlTopicConfig(config.topic(), timeout, config.client());
    }

    /** Epoch 1 with equal shards. */
    public static Ring ring(String name, int shards, String... topics) {
        return Rings.create(name, shards, Placements.balanced(), List.of(topics)).toBuilder()
                .createdAtMs(TIME.incrementAndGet())
                .build();
    }

    /** The next epoch, with shards added. */
    public static Ring grown(Ring ring, int shards) {
        return RingChange.on(ring)
                .addShards(shards)
                .createdAtMs(TIME.incrementAndGet())
                .next();
    }

    /** Publishes the first epoch, or one over its predecessor. */
    public static void publish(ControlTopicConfig config, Ring ring) {
        int before = ring.epoch().value() - 1;
        new RingPublisher(config)
                .publish(ring, before == 0 ? Optional.empty() : Optional.of(new io.slipring.ring.Epoch(before)));
    }

    /** A record as the publisher writes it. */
    static ProducerRecord<byte[], byte[]> message(ControlTopicConfig config, Ring ring) {
        return message(config, "ring/" + ring.name() + "/" + ring.epoch().value(), RingCodec.encode(ring));
    }

    static ProducerRecord<byte[], byte[]> message(ControlTopicConfig config, String key, byte[] value) {
        return new ProducerRecord<>(config.topic(), 0, key.getBytes(java.nio.charset.StandardCharsets.UTF_8), value);
    }

    /** A plain producer, or a transactional one. */
    static KafkaProducer<byte[], byte[]> producer(ControlTopicConfig config, Map<String, Object> more) {
        java.util.HashMap<String, Object> settings = new java.util.HashMap<>(config.client());
        settings.putAll(more);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Writes one record as it is and waits for it. */
    static void write(ControlTopicConfig config, String key, byte[] value) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(config, Map.of())) {
            producer.send(message(config, key, value)).get();
        }
    }

    /** What a task of application "totals" of ring "orders" reports when it has nothing to do. */
    public static TaskProgress progress(int partition, long entries) {
        return TaskProgress.newBuilder()
                .setFormatVersion(ControlPlane.FORMAT_VERSION)
                .setRing("orders")
                .setApplicationId("totals")
                .setPartition(partition)
                .setEpoch(1)
                .setVnodesToShip(0)
                .setVnodesAwaited(0)
                .setVnodesReleasing(0)
                .setShippedEntries(0)
                .setShippedBytes(0)
                .setHomeEntries(entries)
                .setHomeBytes(0)
                .setRecordsConsumed(0)
                .setRecordsReceived(0)
                .setRecordsSent(0)
                .setRecordsForeign(0)
                .setRecordsHome(0)
                .setRecordsExpired(0)
                .setUpdatedAtMs(0)
                .build();
    }
}
