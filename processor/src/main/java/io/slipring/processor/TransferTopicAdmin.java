/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import io.slipring.errors.SlipringException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What is done to a transfer topic through the cluster's admin interface; every call has a deadline. */
final class TransferTopicAdmin {
    private final Admin admin;
    private final Duration timeout;

    TransferTopicAdmin(Admin admin, Duration timeout) {
        this.admin = admin;
        this.timeout = timeout;
    }

    /** Partitions of an existing topic. */
    int partitions(String topic) {
        return describe(topic)
                .orElseThrow(() -> new SlipringException("topic " + topic + " does not exist; create it first"))
                .partitions()
                .size();
    }

    /**
     * Creates the topic as wide and as replicated as the source, never expiring, or checks that an existing one is so: it
     * holds the only copy of a partial between two commits.
     */
    void ensure(String transferTopic, String sourceTopic) {
        TopicDescription source = describe(sourceTopic)
                .orElseThrow(() ->
                        new SlipringException("source topic " + sourceTopic + " does not exist; create it first"));
        int partitions = source.partitions().size();
        int replicas = source.partitions().get(0).replicas().size();
        NewTopic wanted = new NewTopic(transferTopic, Optional.of(partitions), Optional.of((short) replicas))
                .configs(Map.of(
                        TopicConfig.RETENTION_MS_CONFIG, "-1",
                        TopicConfig.RETENTION_BYTES_CONFIG, "-1",
                        TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE));
        try {
            get(admin.createTopics(List.of(wanted)).all(), "the creation of topic " + transferTopic);
        } catch (TopicExistsException e) {
            check(transferTopic, partitions, sourceTopic);
        }
    }

    private void check(String transferTopic, int partitions, String sourceTopic) {
        int existing = partitions(transferTopic);
        if (existing != partitions) {
            throw new SlipringException(
                    "transfer topic " + transferTopic + " has " + existing + " partitions, source topic "
                            + sourceTopic + " has " + partitions
                            + "; they must be equal: grow both together with 'slipring ring add-shard'");
        }
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, transferTopic);
        Config config = Objects.requireNonNull(
                get(admin.describeConfigs(List.of(resource)).all(), "the configuration of topic " + transferTopic)
                        .get(resource));
        require(config, transferTopic, TopicConfig.RETENTION_MS_CONFIG, "-1");
        require(config, transferTopic, TopicConfig.RETENTION_BYTES_CONFIG, "-1");
        require(config, transferTopic, TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
    }

    private static void require(Config config, String topic, String key, String value) {
        String actual = config.get(key).value();
        if (!value.equals(actual)) {
            throw new SlipringException("transfer topic " + topic + " must have " + key + "=" + value + ", has "
                    + actual + "; it holds the only copy of partials under way: set it with kafka-configs --alter");
        }
    }

    /** Deletes what the group has consumed from the given partitions of the topic. */
    void purge(String topic, String group, Set<Integer> partitions) {
        Map<TopicPartition, OffsetAndMetadata> committed = get(
                admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(),
                "the committed offsets of group " + group);
        Map<TopicPartition, RecordsToDelete> consumed = new HashMap<>();
        committed.forEach((partition, offset) -> {
            if (offset != null && partition.topic().equals(topic) && partitions.contains(partition.partition())) {
                consumed.put(partition, RecordsToDelete.beforeOffset(offset.offset()));
            }
        });
        if (!consumed.isEmpty()) {
            get(admin.deleteRecords(consumed).all(), "the deletion of consumed records of topic " + topic);
        }
    }

    private Optional<TopicDescription> describe(String topic) {
        try {
            return Optional.ofNullable(
                    get(admin.describeTopics(List.of(topic)).allTopicNames(), "the description of topic " + topic)
                            .get(topic));
        } catch (UnknownTopicOrPartitionException e) {
            return Optional.empty();
        }
    }

    private <T> T get(KafkaFuture<T> future, String what) {
        try {
            return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SlipringException("interrupted while waiting for " + what, e);
        } catch (TimeoutException e) {
            throw new SlipringException("no answer within " + timeout.toMillis() + " ms while waiting for " + what, e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new SlipringException("failed while waiting for " + what, e);
        }
    }
}
