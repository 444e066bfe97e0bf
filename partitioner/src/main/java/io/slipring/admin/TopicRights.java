/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import io.slipring.ring.source.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Compares the rights on topics that a client needs with those that the brokers say it has. Thread-safe. */
public final class TopicRights {
    private TopicRights() {}

    /**
     * Asks which rights are missing. Topics that don't exist are left out, and those of brokers that don't tell.
     *
     * @param admin has the rights of the client; stays the caller's
     * @param needed operations by topic
     * @return each such as "READ on topic x", by topic and operation; empty if nothing is missing
     * @throws io.slipring.errors.RingTimeoutException if the brokers don't answer in time
     */
    public static List<String> missing(Admin admin, Map<String, Set<AclOperation>> needed, Deadline deadline) {
        Map<String, KafkaFuture<TopicDescription>> answers = admin.describeTopics(
                        needed.keySet(),
                        new DescribeTopicsOptions()
                                .includeAuthorizedOperations(true)
                                .timeoutMs(deadline.remainingMillis()))
                .topicNameValues();
        List<String> missing = new ArrayList<>();
        new TreeMap<>(needed).forEach((topic, operations) -> {
            SortedSet<AclOperation> left = new TreeSet<>(operations);
            left.removeAll(allowed(topic, operations, answers, deadline));
            left.forEach(operation -> missing.add(operation + " on topic " + topic));
        });
        return missing;
    }

    private static Set<AclOperation> allowed(
            String topic,
            Set<AclOperation> unknown,
            Map<String, KafkaFuture<TopicDescription>> answers,
            Deadline deadline) {
        KafkaFuture<TopicDescription> answer = answers.get(topic);
        if (answer == null) {
            return unknown;
        }
        try {
            Set<AclOperation> told = deadline.await(
                            answer, "the description of topic " + topic, "DESCRIBE on topic " + topic)
                    .authorizedOperations();
            return told == null || told.isEmpty() ? unknown : told;
        } catch (UnknownTopicOrPartitionException e) {
            return unknown;
        } catch (AuthorizationException e) {
            // Whoever has any right may describe.
            return Set.of();
        }
    }
}
