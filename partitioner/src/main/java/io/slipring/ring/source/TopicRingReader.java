/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.errors.ControlTopicException;
import io.slipring.errors.RingFormatException;
import io.slipring.ring.Ring;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one ring in the control topic with one daemon thread and one consumer.
 *
 * <p>The thread reads the topic from its start to its present end, hands over what it found in one piece, then follows.
 * After a failure that the consumer does not get over by itself it pauses and begins anew; what is known stays known.
 */
final class TopicRingReader implements RingReader {
    private static final Logger LOG = LoggerFactory.getLogger(RingSource.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration JOIN = Duration.ofSeconds(10);

    private final TopicRingSourceConfig config;
    private final RingHistory history;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Warnings warnings = new Warnings(LOG);
    private long newestRefused = -1;

    private TopicRingReader(TopicRingSourceConfig config) {
        this.config = config;
        this.history = new RingHistory(config.ring(), config.control().place());
        this.thread = new Thread(this::run, "slipring-ring-reader-" + config.ring());
        thread.setDaemon(true);
    }

    /** Starts following; returns at once. */
    static TopicRingReader start(TopicRingSourceConfig config) {
        TopicRingReader reader = new TopicRingReader(config);
        reader.thread.start();
        return reader;
    }

    @Override
    public RingHistory history() {
        return history;
    }

    @Override
    public void close() {
        closing.countDown();
        if (Thread.currentThread() == thread) {
            return;
        }
        thread.interrupt();
        boolean interrupted = false;
        try {
            thread.join(JOIN.toMillis());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.warn("The ring reader is still closing ring={} waitedMs={}", config.ring(), JOIN.toMillis());
        }
    }

    private void run() {
        while (!closed()) {
            try {
                follow();
            } catch (InterruptException e) {
                // Told to close.
                Thread.currentThread().interrupt();
            } catch (KafkaException e) {
                obstructed(ControlErrors.namedReading(config.control(), e));
            } catch (RuntimeException | LinkageError e) {
                obstructed(new KafkaException("The ring reader failed: " + e, e));
            }
            pause();
        }
    }

    private void follow() {
        Deadline deadline = Deadline.in(config.control().timeout());
        try (ControlTail tail = ControlTail.open(config.control(), deadline)) {
            List<Ring> found = new ArrayList<>();
            KafkaException refused = null;
            boolean loaded = false;
            while (!closed()) {
                for (ConsumerRecord<byte[], byte[]> message : tail.poll(POLL)) {
                    try {
                        decode(message, found);
                    } catch (RingFormatException e) {
                        refused = e;
                        refused(message, e);
                    }
                }
                boolean first = !loaded && tail.atEnd(deadline);
                if (first || (loaded && !(found.isEmpty() && refused == null))) {
                    loaded = true;
                    history.learn(found, refused);
                    found.clear();
                    refused = null;
                }
            }
        }
    }

    private void decode(ConsumerRecord<byte[], byte[]> message, List<Ring> found) {
        // A deleted definition stays known: nobody can un-publish what tasks may already have adopted.
        if (message.key() != null
                && message.value() != null
                && ControlKey.parse(message.key()).orElse(null) instanceof ControlKey.RingKey key
                && key.ring().equals(config.ring())) {
            found.add(Definitions.decode(key, message.value()));
        }
    }

    private void refused(ConsumerRecord<byte[], byte[]> message, RingFormatException reason) {
        if (message.offset() > newestRefused) {
            newestRefused = message.offset();
            warnings.warn("Refused a ring definition, the last good one stays ring=" + config.ring() + " topic="
                    + message.topic() + " offset=" + message.offset() + " reason=\"" + reason.getMessage() + "\"");
        }
    }

    private void obstructed(KafkaException failure) {
        boolean lasting = failure instanceof ControlTopicException named
                ? named.reason() != ControlTopicException.Reason.MISSING
                : !(failure instanceof RetriableException);
        history.obstructed(failure, lasting);
        warnings.warn("Cannot read the ring now, trying again ring=" + config.ring() + " reason=\""
                + failure.getMessage() + "\"");
    }

    private boolean closed() {
        return closing.getCount() == 0;
    }

    private void pause() {
        @Nullable InterruptedException told = null;
        try {
            closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            told = e;
        }
        if (told != null) {
            LOG.debug("Ring reader woken ring={}", config.ring());
        }
    }
}
