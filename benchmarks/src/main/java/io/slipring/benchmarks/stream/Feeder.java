/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import io.slipring.partitioner.RingPartitioner;
import io.slipring.ring.source.RingSourceConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends loads to an application's input, as the variant's producers would. Not thread-safe. */
final class Feeder implements AutoCloseable {
    private final AppSpec spec;
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    Feeder(BenchCluster cluster, AppSpec spec) {
        this.spec = spec;
        Map<String, Object> config = new HashMap<>(cluster.client());
        config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        config.put(ProducerConfig.BATCH_SIZE_CONFIG, 1 << 16);
        if (spec.variant() == Variant.SLIPRING) {
            config.put(ProducerConfig.PARTITIONER_CLASS_CONFIG, RingPartitioner.class.getName());
            config.put(RingSourceConfig.RING_CONFIG, spec.ring());
            config.put(ProducerConfig.METADATA_MAX_AGE_CONFIG, 1_000);
        }
        producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Told of a record before it is sent: the index of its key, and when it should have been sent by {@code nanoTime}. */
    interface Watcher {
        void sending(int key, long intendedNanos);
    }

    /** Sends a load as fast as it goes; returns when all is acknowledged. */
    void send(Load load) {
        for (int record = 0; record < load.records(); record++) {
            send(load, record);
        }
        flush();
    }

    /**
     * Sends a load at a rate, and what was late at once; returns when all is acknowledged.
     *
     * @param perSecond records
     */
    void send(Load load, double perSecond, Watcher watcher) {
        int unused = send(load, perSecond, watcher, sent -> sent < load.records());
    }

    /**
     * Sends a load at a rate, and again, for as long as is said; returns how many records it were when all are acknowledged.
     *
     * @param goesOn asked with the number of records so far
     */
    int send(Load load, double perSecond, Watcher watcher, IntPredicate goesOn) {
        long start = System.nanoTime();
        int record = 0;
        while (goesOn.test(record)) {
            long intended = start + (long) (record * 1e9 / perSecond);
            long early = intended - System.nanoTime();
            if (early > 0) {
                LockSupport.parkNanos(early);
            }
            watcher.sending(load.order()[record % load.records()], intended);
            send(load, record);
            record++;
        }
        flush();
        return record;
    }

    private void send(Load load, int record) {
        byte[] key = Load.keyBytes(load.order()[record % load.records()]);
        byte[] value = load.value(record, key);
        ProducerRecord<byte[], byte[]> message = spec.variant().isKeyed()
                ? new ProducerRecord<>(spec.input(), key, value)
                : new ProducerRecord<>(spec.input(), record % spec.partitions(), null, value);
        var unused = producer.send(message, (written, e) -> {
            if (e != null) {
                failure.compareAndSet(null, e);
            }
        });
    }

    private void flush() {
        producer.flush();
        Exception failed = failure.get();
        if (failed != null) {
            throw new KafkaException("Cannot produce to " + spec.input(), failed);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
