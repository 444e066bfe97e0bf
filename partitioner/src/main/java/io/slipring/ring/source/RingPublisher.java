/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.errors.RingConflictException;
import io.slipring.errors.RingFormatException;
import io.slipring.errors.RingTimeoutException;
import io.slipring.errors.SlipringException;
import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.ring.codec.RingCodec;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes a ring's next epoch by compare-and-set: of two concurrent changes, one wins and the other is told so.
 *
 * <p>All publishers of a ring share a {@code transactional.id}. Initialising it fences every rival and ends its open
 * transaction, so what is then read up to the last stable offset is final, until the next rival comes, who fences this one
 * before it commits. A definition whose very bytes, time of creation included, are already the
 * newest is left alone, so a change whose commit was not confirmed may be repeated; an equal change of a rival is not taken
 * for one's own. Thread-safe.
 */
public final class RingPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(RingPublisher.class);

    private static final Duration RIVAL_PATIENCE = Duration.ofSeconds(5);
    private static final Duration RIVAL_PAUSE = Duration.ofMillis(50);

    private final ControlTopicConfig config;
    private final Runnable beforeSend;
    private final Runnable beforeCommit;

    /** Publishes to the given topic, which must exist ({@link ControlTopic#ensure}). */
    public RingPublisher(ControlTopicConfig config) {
        this(config, () -> {}, () -> {});
    }

    RingPublisher(ControlTopicConfig config, Runnable beforeSend, Runnable beforeCommit) {
        this.config = config;
        this.beforeSend = beforeSend;
        this.beforeCommit = beforeCommit;
    }

    /**
     * Publishes a ring.
     *
     * @param next the ring, one epoch after the expected one
     * @param expected newest epoch that must be published now; empty if the ring must not exist yet
     * @throws RingConflictException if another epoch is the newest, or a rival came in between
     * @throws RingFormatException if the newest epoch is of a version that this code does not know
     * @throws io.slipring.errors.ControlTopicException if the topic is missing, unusable or closed to us
     * @throws io.slipring.errors.RingTimeoutException if it takes longer than the configured timeout; whether the ring was
     *     published is then unknown, and the call can be repeated
     */
    public void publish(Ring next, Optional<Epoch> expected) {
        Epoch successor = expected.map(Epoch::next).orElse(Epoch.FIRST);
        if (!next.epoch().equals(successor)) {
            throw new IllegalArgumentException("A ring published over "
                    + expected.map(e -> "epoch " + e.value()).orElse("nothing") + " must have epoch "
                    + successor.value() + ", had " + next.epoch().value());
        }
        Deadline deadline = Deadline.in(config.timeout());
        KafkaProducer<byte[], byte[]> producer = producer(next.name(), deadline);
        try {
            producer.initTransactions();
            if (isNewest(next, expected, deadline)) {
                LOG.info(
                        "Ring is already published ring={} epoch={}",
                        next.name(),
                        next.epoch().value());
                return;
            }
            commit(producer, next);
            LOG.info(
                    "Published ring={} epoch={} fingerprint={}",
                    next.name(),
                    next.epoch().value(),
                    next.fingerprint().shortForm());
        } catch (org.apache.kafka.common.errors.TimeoutException e) {
            throw deadline.timeout(
                    "the publication of ring " + next.name() + " epoch "
                            + next.epoch().value() + " in " + config.place(),
                    e);
        } catch (KafkaException e) {
            KafkaException named = ControlErrors.named(
                    config,
                    e,
                    "WRITE on transactional id " + transactionalId(next.name()) + " and on topic " + config.topic());
            if (named != e || e instanceof SlipringException || e instanceof RingTimeoutException) {
                throw named;
            }
            requireOurs(next, expected, e);
        } finally {
            // Without a limit this would wait for the end of an open transaction, for as long as no broker answers.
            producer.close(deadline.remaining());
        }
    }

    private void commit(KafkaProducer<byte[], byte[]> producer, Ring next) {
        ControlKey key = new ControlKey.RingKey(next.name(), next.epoch());
        producer.beginTransaction();
        beforeSend.run();
        // A failed send fails the commit.
        var unused = producer.send(new ProducerRecord<>(config.topic(), 0, key.bytes(), RingCodec.encode(next)));
        producer.flush();
        beforeCommit.run();
        producer.commitTransaction();
    }

    /** Whether the very same definition is the newest; fails unless it is or the expected epoch is. */
    private boolean isNewest(Ring next, Optional<Epoch> expected, Deadline deadline) {
        NavigableMap<Epoch, byte[]> published = published(next.name(), deadline);
        // Epochs count by their keys, whether or not we can read them: a newer format is not to be overwritten.
        Epoch newest = published.isEmpty() ? null : published.lastKey();
        if (next.epoch().equals(newest)
                && Arrays.equals(RingCodec.encode(next), published.lastEntry().getValue())) {
            return true;
        }
        if (!Optional.ofNullable(newest).equals(expected)) {
            throw new RingConflictException(next.name(), value(expected), newest == null ? 0 : newest.value(), null);
        }
        if (newest != null) {
            Ring unused = RingCodec.decode(published.lastEntry().getValue());
        }
        return false;
    }

    private NavigableMap<Epoch, byte[]> published(String ring, Deadline deadline) {
        NavigableMap<Epoch, byte[]> published = new TreeMap<>();
        ControlLog.read(config, deadline).forEach((key, value) -> {
            if (key instanceof ControlKey.RingKey k && k.ring().equals(ring)) {
                published.put(k.epoch(), value);
            }
        });
        return published;
    }

    /** Whether a rival's initialisation lies behind a failure; it shows differently at each point of our transaction. */
    private static boolean isTakeover(KafkaException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException
                    || cause instanceof InvalidProducerEpochException
                    || cause instanceof InvalidTxnStateException
                    || cause instanceof TransactionAbortableException) {
                return true;
            }
        }
        return false;
    }

    /**
     * After a failure that leaves open what became of our transaction. Of a rival who takes over it may tell in any way, up to
     * the brokers' "unexpected error". So what is published decides: fails, naming the epoch that the rival publishes; if
     * nothing is published for long, as a conflict if it was a takeover, else with the failure itself; and not at all if our
     * transaction was committed and only its answer lost.
     */
    private void requireOurs(Ring next, Optional<Epoch> expected, KafkaException failure) {
        Deadline patience = Deadline.in(RIVAL_PATIENCE);
        while (true) {
            NavigableMap<Epoch, byte[]> published = published(next.name(), Deadline.in(config.timeout()));
            if (Arrays.equals(RingCodec.encode(next), published.get(next.epoch()))) {
                return;
            }
            int newest = published.isEmpty() ? 0 : published.lastKey().value();
            boolean moved = newest != value(expected);
            if (moved || patience.passed()) {
                throw moved || isTakeover(failure)
                        ? new RingConflictException(next.name(), value(expected), newest, failure)
                        : failure;
            }
            patience.pause(RIVAL_PAUSE);
        }
    }

    private static int value(Optional<Epoch> epoch) {
        return epoch.map(Epoch::value).orElse(0);
    }

    private static String transactionalId(String ring) {
        return "slipring-ring-" + ring;
    }

    private KafkaProducer<byte[], byte[]> producer(String ring, Deadline deadline) {
        int left = deadline.remainingMillis();
        Map<String, Object> required = new HashMap<>();
        required.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId(ring));
        required.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, Math.min(left, 60_000));
        required.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip");
        required.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        required.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        required.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(left, 30_000));
        required.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, left);
        required.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, left);
        return new KafkaProducer<>(
                config.clientFor("publisher", required), new ByteArraySerializer(), new ByteArraySerializer());
    }
}
