/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.schemas.TaskProgress;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;

/**
 * Reads the control topic again and again, each time only what is new. Not thread-safe.
 */
public final class ControlFollower implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final ControlTopicConfig config;
    private final ControlTail tail;
    private final ControlContents contents = new ControlContents();
    private final Consumer<? super TaskProgress> reports;

    private ControlFollower(ControlTopicConfig config, ControlTail tail, Consumer<? super TaskProgress> reports) {
        this.config = config;
        this.tail = tail;
        this.reports = reports;
    }

    /**
     * Checks the topic and opens a reader at its start.
     *
     * @param reports called for each report that is read, older ones of the same task included as long as the topic has them
     * @throws io.slipring.errors.ControlTopicException if the topic is missing, unusable or closed to us
     * @throws io.slipring.errors.RingTimeoutException if it takes longer than the configured timeout
     */
    public static ControlFollower open(ControlTopicConfig config, Consumer<? super TaskProgress> reports) {
        return open(config, true, reports);
    }

    /** As {@link #open(ControlTopicConfig, Consumer)}, for a topic that exists but may not be fit to hold rings. */
    public static ControlFollower openUnchecked(ControlTopicConfig config, Consumer<? super TaskProgress> reports) {
        return open(config, false, reports);
    }

    private static ControlFollower open(
            ControlTopicConfig config, boolean check, Consumer<? super TaskProgress> reports) {
        Deadline deadline = Deadline.in(config.timeout());
        try {
            ControlTail tail = check ? ControlTail.open(config, deadline) : ControlTail.openUnchecked(config, deadline);
            return new ControlFollower(config, tail, reports);
        } catch (org.apache.kafka.common.errors.TimeoutException e) {
            throw deadline.timeout(config.place(), e);
        } catch (KafkaException e) {
            throw ControlErrors.namedReading(config, e);
        }
    }

    /**
     * Reads to the topic's present end.
     *
     * @throws io.slipring.errors.ControlTopicException if the topic was deleted or closed to us
     * @throws io.slipring.errors.RingTimeoutException if it takes longer than the configured timeout
     */
    public ControlSnapshot read() {
        Deadline deadline = Deadline.in(config.timeout());
        try {
            tail.moveEnd(deadline);
            do {
                if (deadline.passed()) {
                    throw deadline.timeout("the end of " + config.place(), null);
                }
                tail.poll(POLL)
                        .forEach(message -> ControlLog.key(message).ifPresent(key -> {
                            contents.put(key, message.value());
                            if (key instanceof ControlKey.TaskKey task) {
                                contents.task(task).ifPresent(reports);
                            }
                        }));
            } while (!tail.atEnd(deadline));
            return contents.snapshot();
        } catch (org.apache.kafka.common.errors.TimeoutException e) {
            throw deadline.timeout("the end of " + config.place(), e);
        } catch (KafkaException e) {
            throw ControlErrors.namedReading(config, e);
        }
    }

    @Override
    public void close() {
        tail.close();
    }
}
