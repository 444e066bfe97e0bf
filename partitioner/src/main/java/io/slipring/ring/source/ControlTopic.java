/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.errors.ControlTopicException;
import io.slipring.errors.ControlTopicException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the control topic and checks that it keeps what is written to it: one partition, compacted, never deleted from.
 */
public final class ControlTopic {
    private static final Logger LOG = LoggerFactory.getLogger(ControlTopic.class);
    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Small segments, because the active one is never compacted and every client reads the topic from its start. */
    private static final Map<String, String> SETTINGS = Map.of(
            TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT,
            TopicConfig.SEGMENT_BYTES_CONFIG, "16777216",
            TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.1");

    private ControlTopic() {}

    /**
     * Creates the topic if it does not exist, waits for its leader and checks it.
     *
     * @param replicationFactor replicas; empty for the brokers' default
     * @return whether it was created now
     * @throws ControlTopicException if what exists cannot serve, or this client may not create it
     * @throws io.slipring.errors.RingTimeoutException if it takes longer than the configured timeout
     */
    public static boolean ensure(Admin admin, ControlTopicConfig config, Optional<Short> replicationFactor) {
        Deadline deadline = Deadline.in(config.timeout());
        boolean created = create(admin, config, replicationFactor, deadline);
        while (true) {
            try {
                check(admin, config, deadline);
                return created;
            } catch (ControlTopicException e) {
                // Brokers learn of a new topic one after the other.
                if (e.reason() != Reason.MISSING) {
                    throw e;
                }
                if (deadline.passed()) {
                    throw deadline.timeout("a leader of " + config.place(), e);
                }
                deadline.pause(PAUSE);
            }
        }
    }

    private static boolean create(
            Admin admin, ControlTopicConfig config, Optional<Short> replicationFactor, Deadline deadline) {
        NewTopic topic = new NewTopic(config.topic(), Optional.of(1), replicationFactor).configs(SETTINGS);
        try {
            deadline.await(
                    admin.createTopics(List.of(topic), new CreateTopicsOptions().timeoutMs(deadline.remainingMillis()))
                            .all(),
                    "the creation of " + config.place(),
                    "CREATE on topic " + config.topic());
            LOG.info("Created the control topic topic={} settings={}", config.topic(), SETTINGS);
            return true;
        } catch (TopicExistsException e) {
            return false;
        } catch (KafkaException e) {
            throw ControlErrors.named(config, e, "CREATE on topic " + config.topic());
        }
    }

    /** Checks the topic with a client made for that. */
    static void check(ControlTopicConfig config, Deadline deadline) {
        Admin admin = Admin.create(config.clientFor("check", Map.of()));
        try {
            check(admin, config, deadline);
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    /** Checks that the topic exists, has one led partition and a policy that keeps every key's last record. */
    static void check(Admin admin, ControlTopicConfig config, Deadline deadline) {
        try {
            checkPartitions(admin, config, deadline);
            checkPolicy(admin, config, deadline);
        } catch (KafkaException e) {
            throw ControlErrors.namedReading(config, e);
        }
    }

    private static void checkPartitions(Admin admin, ControlTopicConfig config, Deadline deadline) {
        TopicDescription description = deadline.await(
                        admin.describeTopics(
                                        List.of(config.topic()),
                                        new DescribeTopicsOptions().timeoutMs(deadline.remainingMillis()))
                                .allTopicNames(),
                        "the description of " + config.place(),
                        "READ on topic " + config.topic())
                .get(config.topic());
        List<TopicPartitionInfo> partitions = description == null ? List.of() : description.partitions();
        if (partitions.size() > 1) {
            throw new ControlTopicException(
                    Reason.PARTITIONS,
                    "Control " + config.place()
                            + " must have exactly 1 partition, because epochs are ordered by it, but"
                            + " has " + partitions.size() + "; name another topic in " + RingSourceConfig.TOPIC_CONFIG
                            + " or create this one anew");
        }
        Node leader = partitions.isEmpty() ? null : partitions.get(0).leader();
        if (leader == null || leader.isEmpty()) {
            throw new UnknownTopicOrPartitionException("Partition 0 of " + config.place() + " has no leader yet");
        }
    }

    private static void checkPolicy(Admin admin, ControlTopicConfig config, Deadline deadline) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, config.topic());
        Config settings;
        try {
            settings = deadline.await(
                            admin.describeConfigs(
                                            List.of(resource),
                                            new DescribeConfigsOptions().timeoutMs(deadline.remainingMillis()))
                                    .all(),
                            "the settings of " + config.place(),
                            "DESCRIBE_CONFIGS on topic " + config.topic())
                    .get(resource);
        } catch (AuthorizationException e) {
            // Reading a ring takes no right to describe settings; whoever publishes one checks them too.
            LOG.info("Not allowed to check the control topic's settings topic={}", config.topic());
            return;
        }
        ConfigEntry policy = settings == null ? null : settings.get(TopicConfig.CLEANUP_POLICY_CONFIG);
        if (policy != null && !TopicConfig.CLEANUP_POLICY_COMPACT.equals(policy.value())) {
            throw new ControlTopicException(
                    Reason.POLICY,
                    "Control " + config.place() + " must have cleanup.policy=compact, was " + policy.value()
                            + ", which deletes rings; fix it with `kafka-configs.sh --alter --entity-type topics"
                            + " --entity-name " + config.topic() + " --add-config cleanup.policy=compact`");
        }
    }
}
