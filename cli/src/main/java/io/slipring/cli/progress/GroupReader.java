/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.progress;

import io.slipring.cli.command.ClusterTopics;
import io.slipring.cli.command.CommandFailure;
import io.slipring.schemas.AppRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Asks for the consumer groups of applications, of whatever group protocol, and for their offsets. */
public final class GroupReader {
    private final Admin admin;
    private final Duration timeout;

    /**
     * Asks through a client.
     *
     * @param admin stays the caller's
     * @param timeout longest wait for one answer
     */
    public GroupReader(Admin admin, Duration timeout) {
        this.admin = admin;
        this.timeout = timeout;
    }

    /**
     * Asks for the groups of some applications.
     *
     * @return by application id; what was refused is told in it
     * @throws CommandFailure if the cluster does not answer in time
     */
    public Map<String, GroupFacts> read(Collection<AppRegistration> apps) {
        if (apps.isEmpty()) {
            return Map.of();
        }
        List<String> refusals = new ArrayList<>();
        Map<String, String> states = allowed("the list of groups", this::states, Map.of(), refusals);
        Set<String> topics = new TreeSet<>();
        apps.forEach(app -> {
            topics.addAll(app.getSourceTopics());
            topics.add(app.getTransferTopic());
        });
        Map<TopicPartition, Long> latest = allowed("the ends of " + topics, () -> latest(topics), Map.of(), refusals);
        Map<String, Map<TopicPartition, Long>> committed = new HashMap<>();
        Map<String, List<String>> refused = new HashMap<>();
        Set<String> ids = apps.stream().map(AppRegistration::getApplicationId).collect(Collectors.toSet());
        for (String id : ids) {
            List<String> own = new ArrayList<>(refusals);
            committed.put(id, allowed("the offsets of group " + id, () -> committed(id), Map.of(), own));
            refused.put(id, own);
        }
        Set<TopicPartition> uncommitted = latest.keySet().stream()
                .filter(partition -> committed.values().stream().anyMatch(offsets -> !offsets.containsKey(partition)))
                .collect(Collectors.toSet());
        Map<TopicPartition, Long> earliest = allowed(
                "the starts of " + topics, () -> offsets(uncommitted, OffsetSpec.earliest()), Map.of(), refusals);
        Map<String, GroupFacts> groups = new HashMap<>();
        for (String id : ids) {
            List<String> own = refused.getOrDefault(id, List.of());
            // Groups that we may not describe are left out of the list, as if there were none.
            String state = states.getOrDefault(id, own.isEmpty() ? GroupFacts.NONE : GroupFacts.UNKNOWN);
            groups.put(
                    id,
                    new GroupFacts(
                            state, new GroupOffsets(committed.getOrDefault(id, Map.of()), earliest, latest), own));
        }
        return groups;
    }

    private static <T> T allowed(String asked, Supplier<T> question, T otherwise, List<String> refusals) {
        try {
            return question.get();
        } catch (CommandFailure e) {
            if (e.getCause() instanceof AuthorizationException refusal) {
                refusals.add("not allowed to read " + asked + ": " + refusal.getMessage());
                return otherwise;
            }
            throw e;
        }
    }

    private Map<String, String> states() {
        Map<String, String> states = new HashMap<>();
        ClusterTopics.await(admin.listGroups().all(), "the list of groups", timeout)
                .forEach(group -> states.put(
                        group.groupId(),
                        group.groupState()
                                .map(state -> state.toString().toLowerCase(Locale.ROOT))
                                .orElse(GroupFacts.UNKNOWN)));
        return states;
    }

    private Map<TopicPartition, Long> latest(Set<String> topics) {
        Set<TopicPartition> partitions = ClusterTopics.partitions(admin, topics, timeout).entrySet().stream()
                .flatMap(topic -> IntStream.range(0, topic.getValue())
                        .mapToObj(partition -> new TopicPartition(topic.getKey(), partition)))
                .collect(Collectors.toSet());
        return offsets(partitions, OffsetSpec.latest());
    }

    private Map<TopicPartition, Long> offsets(Set<TopicPartition> partitions, OffsetSpec which) {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        ListOffsetsResult result = admin.listOffsets(
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> which)),
                new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(Math.toIntExact(timeout.toMillis())));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach(partition -> offsets.put(
                partition,
                ClusterTopics.await(result.partitionResult(partition), "offsets of " + partition, timeout)
                        .offset()));
        return offsets;
    }

    private Map<TopicPartition, Long> committed(String group) {
        Map<TopicPartition, OffsetAndMetadata> answer;
        try {
            answer = ClusterTopics.await(
                    admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(),
                    "the offsets of group " + group,
                    timeout);
        } catch (CommandFailure e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return Map.of();
            }
            throw e;
        }
        Map<TopicPartition, Long> committed = new HashMap<>();
        answer.forEach((partition, offset) -> {
            if (offset != null) {
                committed.put(partition, offset.offset());
            }
        });
        return committed;
    }
}
