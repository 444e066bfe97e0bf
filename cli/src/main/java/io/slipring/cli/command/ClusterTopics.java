/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Questions about the topics of a cluster, each answered within a time limit. */
public final class ClusterTopics {
    private ClusterTopics() {}

    /**
     * Asks for the partition counts of those topics that exist.
     *
     * @throws CommandFailure if the cluster doesn't answer in time or refuses
     */
    public static Map<String, Integer> partitions(Admin admin, Collection<String> topics, Duration timeout) {
        Map<String, KafkaFuture<TopicDescription>> answers =
                admin.describeTopics(topics).topicNameValues();
        Map<String, Integer> counts = new TreeMap<>();
        answers.forEach((topic, answer) -> {
            try {
                counts.put(
                        topic,
                        await(answer, "topic " + topic, timeout).partitions().size());
            } catch (CommandFailure e) {
                Throwable cause = e.getCause();
                if (!(cause instanceof UnknownTopicOrPartitionException || cause instanceof InvalidTopicException)) {
                    throw e;
                }
            }
        });
        return counts;
    }

    /**
     * Asks for the partition counts of topics that must exist.
     *
     * @throws CommandFailure naming the topics that don't; or if the cluster doesn't answer in time or refuses
     */
    public static Map<String, Integer> require(Admin admin, Collection<String> topics, Duration timeout) {
        Map<String, Integer> counts = partitions(admin, topics, timeout);
        List<String> missing = new ArrayList<>(topics);
        missing.removeAll(counts.keySet());
        if (!missing.isEmpty()) {
            throw new CommandFailure("no such topic: " + String.join(", ", missing));
        }
        return counts;
    }

    /**
     * Waits for an answer of the cluster.
     *
     * @param asked what was asked for, for the message
     * @throws CommandFailure if it does not come in time or is a refusal
     */
    public static <T> T await(KafkaFuture<T> answer, String asked, Duration timeout) {
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CommandFailure("asked the cluster for " + asked + ": " + cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new CommandFailure(
                    "asked the cluster for " + asked + ": no answer within " + timeout.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted while the cluster was asked for " + asked, e);
        }
    }
}
