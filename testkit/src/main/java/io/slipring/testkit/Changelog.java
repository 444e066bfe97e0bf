/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;

/** What one task wrote to the changelogs of its stores, compacted: the last record of each key, in order. Not thread-safe. */
final class Changelog {
    private final Map<String, Map<ByteBuffer, ProducerRecord<byte[], byte[]>>> topics = new HashMap<>();

    void append(ProducerRecord<byte[], byte[]> record) {
        Map<ByteBuffer, ProducerRecord<byte[], byte[]>> log =
                topics.computeIfAbsent(record.topic(), topic -> new LinkedHashMap<>());
        ByteBuffer key = ByteBuffer.wrap(record.key());
        log.remove(key);
        if (record.value() != null) {
            log.put(key, record);
        }
    }

    boolean isEmpty() {
        return topics.isEmpty();
    }

    /** Returns the records as a consumer gets them, with offsets from 0. */
    List<ConsumerRecord<byte[], byte[]>> records(TopicPartition partition) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (ProducerRecord<byte[], byte[]> sent :
                topics.getOrDefault(partition.topic(), Map.of()).values()) {
            records.add(new ConsumerRecord<>(
                    partition.topic(),
                    partition.partition(),
                    records.size(),
                    sent.timestamp() == null ? 0 : sent.timestamp(),
                    TimestampType.CREATE_TIME,
                    sent.key().length,
                    sent.value().length,
                    sent.key(),
                    sent.value(),
                    sent.headers(),
                    Optional.empty()));
        }
        return records;
    }
}
