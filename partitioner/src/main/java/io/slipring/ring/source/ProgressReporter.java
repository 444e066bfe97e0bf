/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes reports on a thread of its own, so that whoever reports never waits for a broker. Holds one report per key: a newer
 * one takes the older one's place.
 */
final class ProgressReporter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlPlane.class);
    private static final Duration SETTLE = Duration.ofMillis(100);
    private static final Duration CLOSE = Duration.ofSeconds(5);

    /** Stands for the absence of a value. */
    private static final byte[] NOTHING = {};

    private final String topic;
    private final Map<ControlKey, byte[]> newest = new ConcurrentHashMap<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Warnings warnings = new Warnings(LOG);
    private @Nullable ScheduledExecutorService thread;
    private boolean closed;

    private final Supplier<Producer<byte[], byte[]>> producers;
    private @Nullable Producer<byte[], byte[]> producer;

    ProgressReporter(ControlTopicConfig config) {
        this(config.topic(), () -> ControlPlane.producer(config, Deadline.in(config.timeout())));
    }

    /** Writes to a topic with the producer that is made when there is something to write. */
    ProgressReporter(String topic, Supplier<Producer<byte[], byte[]>> producers) {
        this.topic = topic;
        this.producers = producers;
    }

    void report(ControlKey key, byte[] value) {
        newest.put(key, value);
        if (scheduled.compareAndSet(false, true)) {
            schedule();
        }
    }

    /** Has the topic forget a report. */
    void withdraw(ControlKey key) {
        report(key, NOTHING);
    }

    private synchronized void schedule() {
        if (closed) {
            return;
        }
        if (thread == null) {
            thread = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread daemon = new Thread(task, "slipring-progress");
                daemon.setDaemon(true);
                return daemon;
            });
        }
        try {
            var unused = thread.schedule(this::write, SETTLE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("Progress not written after close", e);
        }
    }

    private void write() {
        scheduled.set(false);
        try {
            Producer<byte[], byte[]> open = open();
            for (ControlKey key : List.copyOf(newest.keySet())) {
                byte[] value = newest.remove(key);
                if (value != null) {
                    send(open, key, value == NOTHING ? null : value);
                }
            }
        } catch (KafkaException e) {
            warnings.warn("Report not written reason=\"" + e.getMessage() + "\"");
        }
    }

    private void send(Producer<byte[], byte[]> open, ControlKey key, byte @Nullable [] value) {
        var unused = open.send(new ProducerRecord<>(topic, 0, key.bytes(), value), (written, e) -> {
            if (e != null) {
                warnings.warn("Report not written key=" + key.text() + " reason=\"" + e.getMessage() + "\"");
            }
        });
    }

    private synchronized Producer<byte[], byte[]> open() {
        Producer<byte[], byte[]> open = producer;
        if (open == null) {
            open = producers.get();
            producer = open;
        }
        return open;
    }

    @Override
    public void close() {
        ScheduledExecutorService open;
        synchronized (this) {
            if (closed || thread == null) {
                closed = true;
                return;
            }
            closed = true;
            open = thread;
        }
        Deadline deadline = Deadline.in(CLOSE);
        open.execute(this::write);
        open.shutdown();
        try {
            if (!open.awaitTermination(deadline.remainingMillis(), TimeUnit.MILLISECONDS)) {
                open.shutdownNow();
            }
        } catch (InterruptedException e) {
            open.shutdownNow();
            Thread.currentThread().interrupt();
        }
        closeProducer(deadline.remaining());
    }

    private void closeProducer(Duration wait) {
        Producer<byte[], byte[]> open;
        synchronized (this) {
            open = producer;
        }
        if (open != null) {
            try {
                open.close(wait);
            } catch (KafkaException e) {
                LOG.warn("The writer of reports did not close cleanly reason=\"{}\"", e.getMessage());
            }
        }
    }
}
