/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.errors.SlipringException;
import io.slipring.ring.source.Deadline;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Where logs begin and end, and how far a group is; changes nothing. */
class Offsets {
    private final Admin admin;
    private final Duration timeout;

    Offsets(Admin admin, Duration timeout) {
        this.admin = admin;
        this.timeout = timeout;
    }

    /** Partitions of a topic that must exist. */
    int partitions(String topic) {
        try {
            Map<String, TopicDescription> topics = Deadline.in(timeout)
                    .await(
                            admin.describeTopics(List.of(topic)).allTopicNames(),
                            "the description of topic " + topic,
                            "READ on topic " + topic);
            return topics.values().stream()
                    .mapToInt(description -> description.partitions().size())
                    .sum();
        } catch (UnknownTopicOrPartitionException e) {
            throw new SlipringException(
                    "topic " + topic + " does not exist; has the application been started, or was the topic deleted?",
                    e);
        }
    }

    /** Ends of logs, uncommitted records included. */
    Map<TopicPartition, Long> ends(Collection<TopicPartition> logs) {
        return list(logs, OffsetSpec.latest(), "the ends of " + names(logs));
    }

    /** First offsets of logs. */
    Map<TopicPartition, Long> beginnings(Collection<TopicPartition> logs) {
        return list(logs, OffsetSpec.earliest(), "the first offsets of " + names(logs));
    }

    private Map<TopicPartition, Long> list(Collection<TopicPartition> logs, OffsetSpec spec, String waitedFor) {
        if (logs.isEmpty()) {
            return Map.of();
        }
        Map<TopicPartition, ListOffsetsResultInfo> answer = Deadline.in(timeout)
                .await(
                        admin.listOffsets(
                                        logs.stream().collect(Collectors.toMap(Function.identity(), log -> spec)),
                                        new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                                .all(),
                        waitedFor,
                        "READ on " + names(logs));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        answer.forEach((log, info) -> offsets.put(log, info.offset()));
        return offsets;
    }

    private static String names(Collection<TopicPartition> logs) {
        return logs.stream()
                .map(log -> "topic " + log.topic())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Offsets that a group has committed. */
    Map<TopicPartition, Long> committed(String group) {
        Map<TopicPartition, OffsetAndMetadata> answer = Deadline.in(timeout)
                .await(
                        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(),
                        "the committed offsets of group " + group,
                        "DESCRIBE on group " + group);
        Map<TopicPartition, Long> offsets = new HashMap<>();
        answer.forEach((log, offset) -> {
            if (offset != null) {
                offsets.put(log, offset.offset());
            }
        });
        return offsets;
    }
}
