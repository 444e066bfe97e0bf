/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import io.slipring.ring.source.Deadline;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;

/** What can be seen from outside of the consumer groups of Kafka Streams applications. Thread-safe. */
final class StreamsGroups {
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Set<GroupState> UNSETTLED = EnumSet.of(
            GroupState.PREPARING_REBALANCE,
            GroupState.COMPLETING_REBALANCE,
            GroupState.ASSIGNING,
            GroupState.RECONCILING);

    private final Admin admin;

    StreamsGroups(Admin admin) {
        this.admin = admin;
    }

    /**
     * Waits until none of the groups is rebalancing. A group that does not exist is settled.
     *
     * @throws io.slipring.errors.RingTimeoutException if one still is at the deadline
     */
    void awaitSettled(Collection<String> groups, Deadline deadline) {
        while (true) {
            SortedMap<String, GroupState> unsettled = new TreeMap<>();
            states(deadline).forEach((group, state) -> {
                if (groups.contains(group) && UNSETTLED.contains(state)) {
                    unsettled.put(group, state);
                }
            });
            if (unsettled.isEmpty()) {
                return;
            }
            if (deadline.passed()) {
                throw deadline.timeout("applications whose groups are rebalancing: " + unsettled, null);
            }
            deadline.pause(PAUSE);
        }
    }

    private Map<String, GroupState> states(Deadline deadline) {
        Map<String, GroupState> states = new HashMap<>();
        for (GroupListing group : deadline.await(
                admin.listGroups(new ListGroupsOptions().timeoutMs(deadline.remainingMillis()))
                        .all(),
                "the list of groups",
                "DESCRIBE on groups")) {
            states.put(group.groupId(), group.groupState().orElse(GroupState.UNKNOWN));
        }
        return states;
    }

    /**
     * Finds groups that would be stopped if topics grew without them: they have read one of the topics, and keep state in
     * internal topics of Kafka Streams, whose partition counts must follow.
     *
     * @param grown topics that are to grow
     * @param registered application ids that are taken care of
     * @return group id to the reason why it stands in the way
     */
    SortedMap<String, String> strangers(Set<String> grown, Set<String> registered, Deadline deadline) {
        SortedMap<String, String> strangers = new TreeMap<>();
        if (grown.isEmpty()) {
            return strangers;
        }
        Map<String, Set<String>> internal = internalTopics(registered, deadline);
        if (internal.isEmpty()) {
            return strangers;
        }
        Map<String, ListConsumerGroupOffsetsSpec> all = new HashMap<>();
        internal.keySet().forEach(group -> all.put(group, new ListConsumerGroupOffsetsSpec()));
        var offsets = admin.listConsumerGroupOffsets(all);
        internal.forEach((group, topics) -> {
            Map<TopicPartition, OffsetAndMetadata> read = deadline.await(
                    offsets.partitionsToOffsetAndMetadata(group),
                    "the committed offsets of group " + group,
                    "DESCRIBE on group " + group);
            Set<String> affected = new TreeSet<>();
            read.keySet().stream()
                    .map(TopicPartition::topic)
                    .filter(grown::contains)
                    .forEach(affected::add);
            if (!affected.isEmpty()) {
                strangers.put(
                        group,
                        "it reads " + affected + " and keeps state in " + topics
                                + ", but is not registered with the ring, so those would not grow and Kafka Streams"
                                + " would stop it");
            }
        });
        return strangers;
    }

    /** The internal topics of Kafka Streams applications, by group, as far as the group's name can be told from theirs. */
    private Map<String, Set<String>> internalTopics(Set<String> registered, Deadline deadline) {
        List<String> internal = deadline
                .await(
                        admin.listTopics(new ListTopicsOptions().timeoutMs(deadline.remainingMillis()))
                                .names(),
                        "the list of topics",
                        "DESCRIBE on topics")
                .stream()
                .filter(topic -> topic.endsWith("-changelog") || topic.endsWith("-repartition"))
                .toList();
        Map<String, Set<String>> byGroup = new HashMap<>();
        if (!internal.isEmpty()) {
            Set<String> groups = new TreeSet<>(registered);
            groups.addAll(states(deadline).keySet());
            for (String topic : internal) {
                groups.stream()
                        .filter(group -> topic.startsWith(group + "-"))
                        .max(Comparator.comparingInt(String::length))
                        .filter(group -> !registered.contains(group))
                        .ifPresent(group -> byGroup.computeIfAbsent(group, g -> new TreeSet<>())
                                .add(topic));
            }
        }
        return byGroup;
    }

    /** Whether a group has no members, or does not exist. */
    boolean isEmpty(String group, Deadline deadline) {
        GroupState state = states(deadline).getOrDefault(group, GroupState.DEAD);
        return state == GroupState.EMPTY || state == GroupState.DEAD;
    }
}
