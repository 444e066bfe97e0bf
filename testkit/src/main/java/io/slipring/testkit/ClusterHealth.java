/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;

/** Compares what a cluster says of itself with the brokers that should be in it. Not thread-safe. */
final class ClusterHealth {
    private static final int SHOWN = 5;

    private final Admin admin;
    private final List<String> amiss = new ArrayList<>();

    ClusterHealth(Admin admin) {
        this.admin = admin;
    }

    /** Returns whether the members are just these brokers, each partition is led by one and in sync on all that hold it. */
    boolean check(Set<Integer> brokers) {
        amiss.clear();
        try {
            Set<Integer> members = ids(get(admin.describeCluster().nodes()));
            if (!members.equals(brokers)) {
                amiss.add("the cluster's brokers are " + members);
            }
            Set<String> topics = get(
                    admin.listTopics(new ListTopicsOptions().listInternal(true)).names());
            for (TopicDescription topic :
                    get(admin.describeTopics(topics).allTopicNames()).values()) {
                topic.partitions().forEach(partition -> check(topic.name(), partition, brokers));
            }
        } catch (ExecutionException | TimeoutException e) {
            amiss.add("the cluster does not answer: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            amiss.add("interrupted");
        }
        return amiss.isEmpty();
    }

    /** Returns what the last check found. */
    String amiss() {
        String shown = amiss.stream().limit(SHOWN).collect(Collectors.joining("; "));
        return amiss.size() > SHOWN ? shown + "; and " + (amiss.size() - SHOWN) + " more" : shown;
    }

    private void check(String topic, TopicPartitionInfo partition, Set<Integer> brokers) {
        Node leader = partition.leader();
        if (leader == null || !brokers.contains(leader.id())) {
            amiss.add(topic + "-" + partition.partition() + " is led by " + leader);
            return;
        }
        Set<Integer> wanted = ids(partition.replicas());
        wanted.retainAll(brokers);
        if (!ids(partition.isr()).equals(wanted)) {
            amiss.add(topic + "-" + partition.partition() + " is in sync on " + ids(partition.isr()) + " of " + wanted);
        }
    }

    private static Set<Integer> ids(Collection<Node> nodes) {
        return nodes.stream().map(Node::id).collect(Collectors.toCollection(TreeSet::new));
    }

    private static <T> T get(KafkaFuture<T> future) throws ExecutionException, TimeoutException, InterruptedException {
        return future.get(10, TimeUnit.SECONDS);
    }
}
