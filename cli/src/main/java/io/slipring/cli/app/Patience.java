/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;

/** How long records wait for their schemas while the registry doesn't answer. Thread-safe. */
final class Patience {
    private final Duration limit;
    private final LongSupplier nanos;
    private final Map<TopicPartition, Wait> waits = new ConcurrentHashMap<>();

    private record Wait(long offset, long since) {}

    Patience(Duration limit) {
        this(limit, System::nanoTime);
    }

    Patience(Duration limit, LongSupplier nanos) {
        this.limit = limit;
        this.nanos = nanos;
    }

    /** Whether a record may wait on; a partition's next one begins anew. */
    boolean lasts(TopicPartition partition, long offset) {
        long now = nanos.getAsLong();
        Wait wait = waits.compute(
                partition, (key, known) -> known != null && known.offset == offset ? known : new Wait(offset, now));
        return now - wait.since <= limit.toNanos();
    }

    Duration limit() {
        return limit;
    }

    /**
     * Whether a failure says nothing about the record: it, or what led to it, says that it can be retried, or is of the
     * network. Serdes of other makers wrap either in exceptions of their own.
     */
    static boolean isOutage(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RetriableException
                    || cause instanceof SocketException
                    || cause instanceof SocketTimeoutException
                    || cause instanceof UnknownHostException
                    || cause instanceof HttpTimeoutException) {
                return true;
            }
        }
        return false;
    }
}
