/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import io.slipring.errors.RingGrowthException;
import io.slipring.errors.RingTimeoutException;
import io.slipring.ring.source.Deadline;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreatePartitionsOptions;
import org.apache.kafka.clients.admin.CreatePartitionsResult;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests of a growth: partition counts, more partitions, leaders. */
final class TopicGrower {
    private static final Logger LOG = LoggerFactory.getLogger(RingGrowth.class);

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
        var unused = request(targets, true, deadline);
    }

    /** Makes an increase in one request; returns those that grew by it, which others may have done before. */
    SortedMap<String, Integer> grow(SortedMap<String, Integer> targets, Deadline deadline) {
        return request(targets, false, deadline);
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

    /**
     * Waits until every partition's leader answers as such. The brokers name a leader before it knows that it is one, and what
     * idempotent producers send it meanwhile can be stuck for good.
     */
    void awaitServed(Map<String, Integer> targets, Deadline deadline) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        targets.forEach((topic, count) -> IntStream.range(0, count)
                .forEach(partition -> ends.put(new TopicPartition(topic, partition), OffsetSpec.latest())));
        ListOffsetsResult answers =
                admin.listOffsets(ends, new ListOffsetsOptions().timeoutMs(deadline.remainingMillis()));
        for (TopicPartition partition : ends.keySet()) {
            var unused = deadline.await(
                    answers.partitionResult(partition),
                    "the leader of " + partition + " to answer",
                    "DESCRIBE on topic " + partition.topic());
        }
    }

    /** The topics that have more partitions than they should. */
    SortedMap<String, Integer> larger(Map<String, Integer> targets, Deadline deadline) {
        SortedMap<String, Integer> larger = new TreeMap<>(counts(targets.keySet(), deadline));
        larger.entrySet().removeIf(count -> count.getValue() <= targets.getOrDefault(count.getKey(), 0));
        return larger;
    }

    private static boolean led(TopicPartitionInfo partition) {
        Node leader = partition.leader();
        return leader != null && !leader.isEmpty();
    }

    private SortedMap<String, Integer> request(
            SortedMap<String, Integer> targets, boolean validateOnly, Deadline deadline) {
        SortedMap<String, Integer> accepted = new TreeMap<>(targets);
        if (targets.isEmpty()) {
            return accepted;
        }
        Map<String, NewPartitions> increases = new HashMap<>();
        targets.forEach((topic, count) -> increases.put(topic, NewPartitions.increaseTo(count)));
        CreatePartitionsResult result = admin.createPartitions(
                increases,
                new CreatePartitionsOptions().validateOnly(validateOnly).timeoutMs(deadline.remainingMillis()));
        SortedMap<String, KafkaException> refused = new TreeMap<>();
        result.values().forEach((topic, done) -> {
            try {
                deadline.await(done, "more partitions of topic " + topic, "ALTER on topic " + topic);
            } catch (InvalidPartitionsException e) {
                // It has as many or more already. The broker that counted for us can lag behind the controller.
                accepted.remove(topic);
                LOG.debug("Topic needs no more partitions topic={} reason=\"{}\"", topic, e.getMessage());
            } catch (RingTimeoutException e) {
                throw e;
            } catch (KafkaException e) {
                refused.put(topic, e);
            }
        });
        refused.entrySet().stream().findFirst().ifPresent(first -> {
            throw new RingGrowthException(
                    "The brokers refuse more partitions for " + refused.keySet() + " (wanted " + targets + "); "
                            + first.getKey() + ": " + first.getValue().getMessage(),
                    refused.keySet(),
                    first.getValue());
        });
        return accepted;
    }

    private Map<String, TopicDescription> describe(Collection<String> topics, Deadline deadline) {
        Map<String, KafkaFuture<TopicDescription>> answers = admin.describeTopics(
                        topics, new DescribeTopicsOptions().timeoutMs(deadline.remainingMillis()))
                .topicNameValues();
        Map<String, TopicDescription> found = new HashMap<>();
        answers.forEach((name, answer) -> {
            try {
                found.put(
                        name, deadline.await(answer, "the description of topic " + name, "DESCRIBE on topic " + name));
            } catch (UnknownTopicOrPartitionException e) {
                // Left out: whether that is a problem is for the caller to say.
                found.remove(name);
            }
        });
        return found;
    }
}
