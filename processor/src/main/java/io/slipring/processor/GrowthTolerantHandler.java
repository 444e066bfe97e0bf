/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.apache.kafka.streams.errors.TopologyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an application running when a rebalance falls into the moment in which its topics grow.
 *
 * <p>The topics grow in one step, but Kafka Streams looks at them twice: at the sources in the consumer's metadata, which may
 * be older than the growth, and at the changelogs through an admin client. If a rebalance falls between, it sees counts that
 * differ and the thread fails, though nothing is wrong a moment later. This handler replaces such a thread; nothing was
 * committed by it that its successor does not find. All other failures go to the handler that it was made with. Set it with
 * {@code KafkaStreams.setUncaughtExceptionHandler}. Thread-safe if the other handler is.
 */
public final class GrowthTolerantHandler implements StreamsUncaughtExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(GrowthTolerantHandler.class);

    private final StreamsUncaughtExceptionHandler others;

    /** @param others decides on every other failure */
    public GrowthTolerantHandler(StreamsUncaughtExceptionHandler others) {
        this.others = others;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable exception) {
        if (!isGrowthSeenInPart(exception)) {
            return others.handle(exception);
        }
        LOG.warn("Replacing a thread that saw topics in the middle of growing reason=\"{}\"", exception.getMessage());
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    /** Kafka Streams tells these failures by their messages only. */
    private static boolean isGrowthSeenInPart(Throwable exception) {
        for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            if ((cause instanceof StreamsException && message.contains("has invalid partitions"))
                    || (cause instanceof TopologyException && message.contains("different number of partitions"))) {
                return true;
            }
        }
        return false;
    }
}
