/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;

/** How long records wait for their schemas while the registry doesn't answer. Thread-safe. */
final class Patience {
    private final Duration limit;
    private final LongSupplier nanos;
    private final Map<TopicPartition, Wait> waits = new ConcurrentHashMap<>();

    private record Wait(long offset, long since, Throwable failure) {}

    Patience(Duration limit) {
        this(limit, System::nanoTime);
    }

    Patience(Duration limit, LongSupplier nanos) {
        this.limit = limit;
        this.nanos = nanos;
    }

    /**
     * Whether a record may wait on; a partition's next one begins anew.
     *
     * @param failure that it can't be read now
     */
    boolean lasts(TopicPartition partition, long offset, Throwable failure) {
        long now = nanos.getAsLong();
        Wait wait = waits.compute(
                partition,
                (key, known) -> new Wait(offset, known != null && known.offset == offset ? known.since : now, failure));
        return now - wait.since <= limit.toNanos();
    }

    /** What a record waits for, if that is why a thread failed. */
    Optional<Throwable> waitedFor(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            for (Wait wait : waits.values()) {
                if (wait.failure == cause) {
                    return outage(cause);
                }
            }
        }
        return Optional.empty();
    }

    Duration limit() {
        return limit;
    }

    /**
     * What tells that a failure says nothing about the record: it, or one that led to it, can be retried or is of the network, or the
     * thread was interrupted. Serdes of other makers wrap either in exceptions of their own.
     */
    static Optional<Throwable> outage(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RetriableException
                    || cause instanceof InterruptException
                    || cause instanceof InterruptedException
                    || cause instanceof SocketException
                    || cause instanceof SocketTimeoutException
                    || cause instanceof UnknownHostException
                    || cause instanceof HttpTimeoutException) {
                return Optional.of(cause);
            }
        }
        return Optional.empty();
    }
}
