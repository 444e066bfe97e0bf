/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.errors.SlipringException;
import io.slipring.ring.source.Deadline;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What is done to a transfer topic through the cluster's admin interface; every call has a deadline. */
final class TransferTopicAdmin {
    private static final Duration SHAPE_PATIENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Admin admin;
    private final Duration timeout;

    TransferTopicAdmin(Admin admin, Duration timeout) {
        this.admin = admin;
        this.timeout = timeout;
    }

    /** Partitions of an existing topic. */
    int partitions(String topic) {
        return describe(topic, Deadline.in(timeout))
                .orElseThrow(() -> new SlipringException("topic " + topic + " does not exist; create it first"))
                .partitions()
                .size();
    }

    /**
     * Creates the topic as wide and as replicated as the source, never expiring, or checks that an existing one is so: it
     * holds the only copy of a partial between two commits.
     */
    void ensure(String transferTopic, String sourceTopic) {
        Deadline deadline = Deadline.in(timeout);
        TopicDescription source = describe(sourceTopic, deadline)
                .orElseThrow(() ->
                        new SlipringException("source topic " + sourceTopic + " does not exist; create it first"));
        NewTopic wanted = new NewTopic(
                        transferTopic, Optional.of(source.partitions().size()), Optional.of((short) replicas(source)))
                .configs(TransferTopicSettings.required());
        try {
            deadline.await(
                    admin.createTopics(List.of(wanted)).all(),
                    "the creation of topic " + transferTopic,
                    "CREATE on topic " + transferTopic);
        } catch (TopicExistsException e) {
            checkShape(transferTopic, sourceTopic);
            checkSettings(transferTopic, deadline);
        }
    }

    /** Brokers learn of new topics and partitions at different times, so a difference counts only if it stays. */
    private void checkShape(String transferTopic, String sourceTopic) {
        Deadline deadline = Deadline.in(SHAPE_PATIENCE);
        while (true) {
            Optional<TopicDescription> transfer = describe(transferTopic, Deadline.in(timeout));
            Optional<TopicDescription> source = describe(sourceTopic, Deadline.in(timeout));
            boolean last = deadline.passed();
            if (transfer.isPresent() && source.isPresent()) {
                int partitions = transfer.get().partitions().size();
                int wanted = source.get().partitions().size();
                if (partitions == wanted) {
                    requireReplicas(transferTopic, transfer.get(), sourceTopic, source.get());
                    return;
                }
                if (last) {
                    throw new SlipringException("transfer topic " + transferTopic + " has " + partitions
                            + " partitions, source topic " + sourceTopic + " has " + wanted
                            + "; they must be equal: grow both together with 'slipring ring add-shard'");
                }
            } else if (last) {
                throw new SlipringException("topics " + transferTopic + " and " + sourceTopic
                        + " must exist, but the brokers do not show both; were they deleted?");
            }
            deadline.pause(PAUSE);
        }
    }

    private static void requireReplicas(
            String transferTopic, TopicDescription transfer, String sourceTopic, TopicDescription source) {
        if (replicas(transfer) < replicas(source)) {
            throw new SlipringException("transfer topic " + transferTopic + " has " + replicas(transfer)
                    + " replicas, source topic " + sourceTopic + " has " + replicas(source)
                    + "; partials under way have no other copy, so it needs as many:"
                    + " add them with kafka-reassign-partitions");
        }
    }

    private static int replicas(TopicDescription topic) {
        return topic.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
    }

    private void checkSettings(String transferTopic, Deadline deadline) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, transferTopic);
        Config config = Objects.requireNonNull(deadline.await(
                        admin.describeConfigs(List.of(resource)).all(),
                        "the configuration of topic " + transferTopic,
                        "DESCRIBE_CONFIGS on topic " + transferTopic)
                .get(resource));
        TransferTopicSettings.required().forEach((key, value) -> require(config, transferTopic, key, value));
    }

    private static void require(Config config, String topic, String key, String value) {
        String actual = config.get(key).value();
        if (!value.equals(actual)) {
            throw new SlipringException("transfer topic " + topic + " must have " + key + "=" + value + ", has "
                    + actual + "; partials under way have no other copy: set it with kafka-configs --alter");
        }
    }

    /** Deletes what the group has consumed from the given partitions of the topic. */
    void purge(String topic, String group, Set<Integer> partitions) {
        Deadline deadline = Deadline.in(timeout);
        Map<TopicPartition, OffsetAndMetadata> committed = deadline.await(
                admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(),
                "the committed offsets of group " + group,
                "DESCRIBE on group " + group);
        Map<TopicPartition, RecordsToDelete> consumed = new HashMap<>();
        committed.forEach((partition, offset) -> {
            if (offset != null && partition.topic().equals(topic) && partitions.contains(partition.partition())) {
                consumed.put(partition, RecordsToDelete.beforeOffset(offset.offset()));
            }
        });
        if (!consumed.isEmpty()) {
            deadline.await(
                    admin.deleteRecords(consumed).all(),
                    "the deletion of consumed records of topic " + topic,
                    "DELETE on topic " + topic);
        }
    }

    private Optional<TopicDescription> describe(String topic, Deadline deadline) {
        try {
            return Optional.ofNullable(deadline.await(
                            admin.describeTopics(List.of(topic)).allTopicNames(),
                            "the description of topic " + topic,
                            "DESCRIBE on topic " + topic)
                    .get(topic));
        } catch (UnknownTopicOrPartitionException e) {
            return Optional.empty();
        }
    }
}
