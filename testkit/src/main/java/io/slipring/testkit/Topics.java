/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.RetriableException;

/** Creates topics and waits until all their partitions have leaders. */
final class Topics {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private Topics() {}

    static void create(Admin admin, String name, int partitions, Map<String, String> configs) {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(configs);
        try {
            admin.createTopics(List.of(topic)).all().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new KafkaException(
                    "Cannot create topic " + name + " with " + partitions + " partitions: " + e.getCause(),
                    e.getCause());
        } catch (TimeoutException e) {
            throw new KafkaException("Topic " + name + " was not created within " + TIMEOUT, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted while topic " + name + " was created", e);
        }
        Deadline.of(TIMEOUT)
                .await(
                        () -> ledPartitions(admin, name) == partitions,
                        () -> "leaders of all " + partitions + " partitions of topic " + name + ", "
                                + ledPartitions(admin, name) + " have one");
    }

    /** Returns how many partitions of the topic have a leader: 0 for a topic that isn't known yet. */
    static int ledPartitions(Admin admin, String name) {
        try {
            Map<String, TopicDescription> described =
                    admin.describeTopics(List.of(name)).allTopicNames().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return (int) Objects.requireNonNull(described.get(name)).partitions().stream()
                    .map(TopicPartitionInfo::leader)
                    .filter(leader -> leader != null && !leader.equals(Node.noNode()))
                    .count();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RetriableException) {
                return 0;
            }
            throw new KafkaException("Cannot describe topic " + name + ": " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted while waiting for the leaders of topic " + name, e);
        }
    }
}
