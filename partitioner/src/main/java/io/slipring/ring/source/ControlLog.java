/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;

/** What the control topic holds up to its present end: the last value of each key that we know how to read. */
final class ControlLog {
    private static final Duration POLL = Duration.ofMillis(200);

    private ControlLog() {}

    static Map<ControlKey, byte[]> read(ControlTopicConfig config, Deadline deadline) {
        Map<ControlKey, byte[]> last = new LinkedHashMap<>();
        try (ControlTail tail = ControlTail.open(config, deadline)) {
            do {
                if (deadline.passed()) {
                    throw deadline.timeout("the end of " + config.place(), null);
                }
                tail.poll(POLL).forEach(message -> put(last, message));
            } while (!tail.atEnd(deadline));
            return last;
        } catch (org.apache.kafka.common.errors.TimeoutException e) {
            throw deadline.timeout("the end of " + config.place(), e);
        } catch (KafkaException e) {
            throw ControlErrors.namedReading(config, e);
        }
    }

    private static void put(Map<ControlKey, byte[]> last, ConsumerRecord<byte[], byte[]> message) {
        key(message).ifPresent(key -> {
            if (message.value() == null) {
                last.remove(key);
            } else {
                last.put(key, message.value());
            }
        });
    }

    /** The key of a message; empty if it is none of ours. */
    static Optional<ControlKey> key(ConsumerRecord<byte[], byte[]> message) {
        return message.key() == null ? Optional.empty() : ControlKey.parse(message.key());
    }
}
