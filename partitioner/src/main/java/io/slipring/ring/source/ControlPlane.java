/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.Erasure;
import io.slipring.schemas.HotKeyReport;
import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * What applications tell each other and their operators through the control topic.
 *
 * <p>Thread-safe. Every call but {@link #report} opens clients of its own and closes them, as it is made seldom; reports
 * share one producer, which lives from the first report until {@link #close()}.
 */
public final class ControlPlane implements AutoCloseable {
    /** Version of the meaning of registrations and progress that this code writes and reads. */
    public static final int FORMAT_VERSION = 1;

    /** How often a task reports that has nothing new to tell, so that it can be told from a dead one. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private final ControlTopicConfig config;
    private final ProgressReporter reporter;

    private ControlPlane(ControlTopicConfig config) {
        this.config = config;
        this.reporter = new ProgressReporter(config);
    }

    /** Binds to a control topic; contacts nobody yet. */
    public static ControlPlane of(ControlTopicConfig config) {
        return new ControlPlane(config);
    }

    /**
     * Reads the topic to its present end.
     *
     * @throws io.slipring.errors.ControlTopicException if the topic is missing, unusable or closed to us
     * @throws io.slipring.errors.RingTimeoutException if it takes longer than the configured timeout
     */
    public ControlSnapshot read() {
        return ControlSnapshot.of(ControlLog.read(config, Deadline.in(config.timeout())));
    }

    /**
     * Writes an application's registration, over an older one of the same application; returns when it is durable.
     *
     * @param app with format version {@link #FORMAT_VERSION}
     * @throws io.slipring.errors.ControlTopicException if the topic is missing, unusable or closed to us
     * @throws io.slipring.errors.RingTimeoutException if it takes longer than the configured timeout
     */
    public void register(AppRegistration app) {
        write(
                Collections.singletonMap(ControlRecords.key(app), ControlRecords.encode(app)),
                "the registration of " + app.getApplicationId() + " in " + config.place());
    }

    /**
     * Writes that a key was or is to be erased, over what was written of the same key before; returns when it is durable.
     *
     * @param erasure with format version {@link #FORMAT_VERSION}
     * @throws io.slipring.errors.ControlTopicException if the topic is missing, unusable or closed to us
     * @throws io.slipring.errors.RingTimeoutException if it takes longer than the configured timeout
     */
    public void record(Erasure erasure) {
        write(
                Collections.singletonMap(ControlRecords.key(erasure), ControlRecords.encode(erasure)),
                "the record of an erasure in " + config.place());
    }

    /**
     * Takes away an application's registration and what its tasks reported, read or not; returns when that is durable.
     * Without it, the application's topics no longer grow with the ring.
     *
     * @return whether there was anything to take away
     * @throws io.slipring.errors.ControlTopicException if the topic is missing, unusable or closed to us
     * @throws io.slipring.errors.RingTimeoutException if it takes longer than the configured timeout
     */
    public boolean forget(String ring, String applicationId) {
        Map<ControlKey, byte @Nullable []> tombstones = new LinkedHashMap<>();
        ControlLog.read(config, Deadline.in(config.timeout())).keySet().stream()
                .filter(key -> key.isOf(ring, applicationId))
                .forEach(key -> tombstones.put(key, null));
        if (!tombstones.isEmpty()) {
            write(tombstones, "the removal of the registration of " + applicationId + " in " + config.place());
        }
        return !tombstones.isEmpty();
    }

    private void write(Map<ControlKey, byte @Nullable []> records, String waitedFor) {
        Deadline deadline = Deadline.in(config.timeout());
        ControlTopic.check(config, deadline);
        KafkaProducer<byte[], byte[]> producer = producer(config, deadline);
        try {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            records.forEach((key, value) ->
                    sent.add(producer.send(new ProducerRecord<>(config.topic(), 0, key.bytes(), value))));
            for (Future<RecordMetadata> one : sent) {
                one.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (TimeoutException e) {
            throw deadline.timeout(waitedFor, e);
        } catch (InterruptedException e) {
            throw new InterruptException("Interrupted while waiting for " + waitedFor, e);
        } catch (ExecutionException e) {
            throw failure(e.getCause() instanceof KafkaException k ? k : new KafkaException(e), waitedFor, deadline);
        } catch (KafkaException e) {
            throw failure(e, waitedFor, deadline);
        } finally {
            producer.close(deadline.remaining());
        }
    }

    /**
     * Reports how far a task is. Never blocks and never fails: of reports that can't be written in time, the newest of
     * each task is written later, and none after {@link #close()}.
     *
     * @param task with format version {@link #FORMAT_VERSION}
     */
    public void report(TaskProgress task) {
        reporter.report(ControlRecords.key(task), ControlRecords.encode(task));
    }

    /**
     * Reports what a producer saw; like {@link #report(TaskProgress)}.
     *
     * @param seen with format version {@link #FORMAT_VERSION}
     */
    public void report(HotKeyReport seen) {
        reporter.report(ControlRecords.key(seen), ControlRecords.encode(seen));
    }

    /** Takes back what a producer reported, as it ends; like {@link #report(HotKeyReport)}. */
    public void withdraw(HotKeyReport seen) {
        reporter.withdraw(ControlRecords.key(seen));
    }

    /** Writes what was reported, for a bounded time, and closes; never throws. */
    @Override
    public void close() {
        reporter.close();
    }

    static KafkaProducer<byte[], byte[]> producer(ControlTopicConfig config, Deadline deadline) {
        int left = deadline.remainingMillis();
        return new KafkaProducer<>(
                config.clientFor(
                        "writer",
                        Map.of(
                                ProducerConfig.ENABLE_METRICS_PUSH_CONFIG,
                                false,
                                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                                "gzip",
                                ProducerConfig.LINGER_MS_CONFIG,
                                0,
                                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                                Math.min(left, 30_000),
                                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                                left,
                                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                                left)),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private KafkaException failure(KafkaException e, String waitedFor, Deadline deadline) {
        return e instanceof org.apache.kafka.common.errors.TimeoutException
                ? deadline.timeout(waitedFor, e)
                : ControlErrors.named(config, e, "WRITE on topic " + config.topic());
    }
}
