/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.apache.kafka.streams.errors.TopologyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an application running after failures that are over once a new thread begins. It replaces the thread; nothing was
 * committed by it that its successor does not find.
 *
 * <ul>
 *   <li>A rebalance falls into the moment in which topics grow. They grow in one step, but Kafka Streams looks at them twice: at
 *       the sources in the consumer's metadata, which may be older than the growth, and at the changelogs through an admin
 *       client. If a rebalance falls between, it sees counts that differ and the thread fails.
 *   <li>The brokers ended a transaction at its timeout, because the process was frozen or the machine too busy. Kafka Streams takes the
 *       fencing that this usually shows as for a lost task, but fails if the commit that comes too late is answered with
 *       {@link InvalidTxnStateException}.
 * </ul>
 *
 * <p>All other failures go to the handler that it was made with. Set it with {@code KafkaStreams.setUncaughtExceptionHandler}.
 * Thread-safe if the other handler is.
 */
public final class TransientFailureHandler implements StreamsUncaughtExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(TransientFailureHandler.class);

    private final StreamsUncaughtExceptionHandler others;

    /** @param others decides on every other failure */
    public TransientFailureHandler(StreamsUncaughtExceptionHandler others) {
        this.others = others;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable exception) {
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            if (isGrowthSeenInPart(cause)) {
                return replaced("it saw topics in the middle of growing", exception);
            }
            if (cause instanceof InvalidTxnStateException) {
                return replaced("its transaction had been ended by the brokers", exception);
            }
        }
        return others.handle(exception);
    }

    private static StreamThreadExceptionResponse replaced(String why, Throwable exception) {
        LOG.warn("Replacing a thread: {} reason=\"{}\"", why, exception.getMessage());
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    /** Kafka Streams tells these failures by their messages only. */
    private static boolean isGrowthSeenInPart(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return (cause instanceof StreamsException && message.contains("has invalid partitions"))
                || (cause instanceof TopologyException && message.contains("different number of partitions"));
    }
}
