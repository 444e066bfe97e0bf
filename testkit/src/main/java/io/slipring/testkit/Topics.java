/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Creates topics and waits until the leader of every partition answers. That a broker names a leader is not enough: the first
 * batch of a producer that comes before the leader knows of it can stay unsent for as long as its delivery timeout.
 */
public final class Topics {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private Topics() {}

    static void create(Admin admin, String name, int partitions, Map<String, String> configs) {
        create(admin, new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(configs));
    }

    /**
     * Creates a topic whose number of partitions is given, and waits for its leaders.
     *
     * @throws KafkaException if it can't be created
     * @throws IllegalStateException if a leader doesn't answer within 30 s
     */
    public static void create(Admin admin, NewTopic topic) {
        String name = topic.name();
        int partitions = topic.numPartitions();
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
                                + ledPartitions(admin, name) + " answer");
    }

    /** Returns how many partitions of the topic have a leader that answers for it: 0 for a topic that isn't known yet. */
    static int ledPartitions(Admin admin, String name) {
        try {
            TopicDescription topic = await(Objects.requireNonNull(
                    admin.describeTopics(List.of(name)).topicNameValues().get(name)));
            Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
            topic.partitions().forEach(p -> ends.put(new TopicPartition(name, p.partition()), OffsetSpec.latest()));
            ListOffsetsResult asked = admin.listOffsets(ends);
            int led = 0;
            for (TopicPartition partition : ends.keySet()) {
                led += answers(asked, partition) ? 1 : 0;
            }
            return led;
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

    private static boolean answers(ListOffsetsResult asked, TopicPartition partition)
            throws ExecutionException, TimeoutException, InterruptedException {
        try {
            return await(asked.partitionResult(partition)).offset() >= 0;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RetriableException) {
                return false;
            }
            throw e;
        }
    }

    private static <T> T await(KafkaFuture<T> answer)
            throws ExecutionException, TimeoutException, InterruptedException {
        return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
