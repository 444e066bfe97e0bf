/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import io.slipring.errors.RingGrowthException;
import io.slipring.ring.source.Deadline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreatePartitionsOptions;
import org.apache.kafka.clients.admin.CreatePartitionsResult;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** The requests of a growth: partition counts, more partitions, leaders. */
final class TopicGrower {
    private final Admin admin;

    TopicGrower(Admin admin) {
        this.admin = admin;
    }

    /** Partitions of those of the topics that exist. */
    Map<String, Integer> counts(Collection<String> topics, Deadline deadline) {
        Map<String, Integer> counts = new HashMap<>();
        describe(topics, deadline)
                .forEach((name, topic) -> counts.put(name, topic.partitions().size()));
        return counts;
    }

    /** Has the brokers check an increase without making it. */
    void validate(SortedMap<String, Integer> targets, Deadline deadline) {
        request(targets, true, deadline);
    }

    /** Makes an increase in one request; a topic that got there in the meantime is as good as grown. */
    void grow(SortedMap<String, Integer> targets, Deadline deadline) {
        request(targets, false, deadline);
    }

    /** The topics that lack partitions or leaders, with what they lack. */
    SortedMap<String, String> notReady(Map<String, Integer> targets, Deadline deadline) {
        Map<String, TopicDescription> found = describe(targets.keySet(), deadline);
        SortedMap<String, String> waiting = new TreeMap<>();
        targets.forEach((name, target) -> {
            TopicDescription topic = found.get(name);
            List<TopicPartitionInfo> partitions = topic == null ? List.of() : topic.partitions();
            List<Integer> leaderless = partitions.stream()
                    .filter(p -> !led(p))
                    .map(TopicPartitionInfo::partition)
                    .toList();
            if (partitions.size() < target) {
                waiting.put(name, "has " + partitions.size() + " of " + target + " partitions");
            } else if (!leaderless.isEmpty()) {
                waiting.put(name, "partitions without leader: " + leaderless);
            }
        });
        return waiting;
    }

    private static boolean led(TopicPartitionInfo partition) {
        Node leader = partition.leader();
        return leader != null && !leader.isEmpty();
    }

    private void request(SortedMap<String, Integer> targets, boolean validateOnly, Deadline deadline) {
        if (targets.isEmpty()) {
            return;
        }
        Map<String, NewPartitions> increases = new HashMap<>();
        targets.forEach((topic, count) -> increases.put(topic, NewPartitions.increaseTo(count)));
        CreatePartitionsResult result = admin.createPartitions(
                increases,
                new CreatePartitionsOptions().validateOnly(validateOnly).timeoutMs(deadline.remainingMillis()));
        Map<String, KafkaException> refused = new TreeMap<>();
        result.values().forEach((topic, done) -> {
            try {
                deadline.await(done, "the brokers' answer about partitions of topic " + topic);
            } catch (io.slipring.errors.RingTimeoutException e) {
                throw e;
            } catch (KafkaException e) {
                refused.put(topic, e);
            }
        });
        if (!refused.isEmpty()) {
            refuse(targets, refused, deadline);
        }
    }

    private void refuse(Map<String, Integer> targets, Map<String, KafkaException> refused, Deadline deadline) {
        Map<String, Integer> counts = counts(refused.keySet(), deadline);
        List<String> blocking = new ArrayList<>();
        refused.forEach((topic, e) -> {
            if (counts.getOrDefault(topic, 0) < targets.getOrDefault(topic, 0)) {
                blocking.add(topic);
            }
        });
        if (!blocking.isEmpty()) {
            KafkaException first = refused.get(blocking.get(0));
            throw new RingGrowthException(
                    "The brokers refuse more partitions for " + blocking + " (wanted " + targets + "): "
                            + (first == null ? "" : first.getMessage()),
                    blocking,
                    first);
        }
    }

    private Map<String, TopicDescription> describe(Collection<String> topics, Deadline deadline) {
        Map<String, KafkaFuture<TopicDescription>> answers = admin.describeTopics(
                        topics, new DescribeTopicsOptions().timeoutMs(deadline.remainingMillis()))
                .topicNameValues();
        Map<String, TopicDescription> found = new HashMap<>();
        answers.forEach((name, answer) -> {
            try {
                found.put(name, deadline.await(answer, "the description of topic " + name));
            } catch (UnknownTopicOrPartitionException e) {
                // Left out: whether that is a problem is for the caller to say.
                found.remove(name);
            }
        });
        return found;
    }
}
