/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.errors.AccessException;
import io.slipring.errors.SlipringException;
import io.slipring.ring.source.Deadline;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Reads source topics, and the dead letters that came of them, for a recount. Not thread-safe. */
final class SourceReader {
    private static final Duration POLL = Duration.ofMillis(100);

    /** Header of a dead letter whose value {@code slipring run} left out because there was no room for it. */
    private static final String OMITTED_VALUE_BYTES = "slipring.dead.letter.value.bytes";

    private final Consumer<byte[], byte[]> consumer;
    private final Offsets offsets;
    private final Duration patience;

    SourceReader(Consumer<byte[], byte[]> consumer, Offsets offsets, Duration patience) {
        this.consumer = consumer;
        this.offsets = offsets;
        this.patience = patience;
    }

    void read(SourceRecount recount, Optional<String> deadLetterTopic) {
        Map<TopicPartition, Long> targets = new HashMap<>(recount.targets());
        targets.values().removeIf(target -> target == 0);
        Map<TopicPartition, Long> beginnings = offsets.beginnings(targets.keySet());
        beginnings.forEach(recount::begins);
        read(targets, beginnings, record -> recount.source(log(record), record.offset(), record.key(), record.value()));
        deadLetterTopic.ifPresent(topic -> {
            List<TopicPartition> logs = IntStream.range(0, offsets.partitions(topic))
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .toList();
            read(offsets.ends(logs), offsets.beginnings(logs), record -> deadLetter(recount, record));
        });
    }

    private static TopicPartition log(ConsumerRecord<byte[], byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }

    private void read(
            Map<TopicPartition, Long> targets,
            Map<TopicPartition, Long> beginnings,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> action) {
        consumer.assign(targets.keySet());
        beginnings.forEach(consumer::seek);
        Map<TopicPartition, Long> waiting = new HashMap<>(targets);
        Map<TopicPartition, Long> before = Map.of();
        Deadline deadline = Deadline.in(patience);
        while (true) {
            waiting.entrySet().removeIf(log -> consumer.position(log.getKey()) >= log.getValue());
            if (waiting.isEmpty()) {
                return;
            }
            consumer.pause(done(targets.keySet(), waiting));
            Map<TopicPartition, Long> now = new HashMap<>();
            waiting.keySet().forEach(log -> now.put(log, consumer.position(log)));
            if (!now.equals(before)) {
                before = now;
                deadline = Deadline.in(patience);
            } else if (deadline.passed()) {
                throw deadline.timeout("records of " + now + " up to " + waiting, null);
            }
            try {
                consumer.poll(POLL).forEach(action);
            } catch (TopicAuthorizationException e) {
                throw AccessException.reading(e);
            } catch (OffsetOutOfRangeException e) {
                throw new SlipringException(
                        "source records were deleted while they were recounted, at " + e.offsetOutOfRangePartitions()
                                + "; audit without --deep",
                        e);
            }
        }
    }

    private static Collection<TopicPartition> done(Collection<TopicPartition> all, Map<TopicPartition, Long> waiting) {
        return all.stream().filter(log -> !waiting.containsKey(log)).toList();
    }

    private static void deadLetter(SourceRecount recount, ConsumerRecord<byte[], byte[]> record) {
        String topic = text(record, "__streams.errors.topic");
        String partition = text(record, "__streams.errors.partition");
        String offset = text(record, "__streams.errors.offset");
        if (topic != null && partition != null && offset != null) {
            try {
                recount.deadLetter(
                        new TopicPartition(topic, Integer.parseInt(partition)),
                        Long.parseLong(offset),
                        record.key(),
                        value(record));
            } catch (NumberFormatException e) {
                // Not a dead letter of Kafka Streams, so none of this application.
                return;
            }
        }
    }

    /** Not null if the value was left out because it was too large; only that matters. */
    private static byte @Nullable [] value(ConsumerRecord<byte[], byte[]> record) {
        return text(record, OMITTED_VALUE_BYTES) == null ? record.value() : new byte[0];
    }

    /** A header that Kafka Streams gives to dead letters (KIP-1034). */
    private static @Nullable String text(ConsumerRecord<byte[], byte[]> record, String header) {
        Header found = record.headers().lastHeader(header);
        return found == null ? null : new String(found.value(), StandardCharsets.UTF_8);
    }
}
