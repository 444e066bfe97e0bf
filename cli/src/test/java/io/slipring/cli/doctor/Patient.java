/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.cli.progress.GroupFacts;
import io.slipring.cli.progress.GroupOffsets;
import io.slipring.cli.progress.Pace;
import io.slipring.cli.progress.Reports;
import io.slipring.cli.progress.TaskId;
import io.slipring.ring.Epoch;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.schemas.AppRegistration;
import io.slipring.schemas.TaskProgress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** The facts of a healthy cluster of three brokers, with ring {@code r}, its topic {@code t} and application {@code totals}. */
final class Patient {
    final TreeMap<String, NavigableMap<Epoch, Ring>> rings = new TreeMap<>();
    final List<AppRegistration> apps = new ArrayList<>(List.of(Reports.app("totals")));
    final List<TaskProgress> tasks = new ArrayList<>();
    final SortedMap<String, String> refused = new TreeMap<>();
    final Map<String, TopicFacts> topics = new TreeMap<>();
    final Set<String> missing = new HashSet<>();
    final Map<TaskId, Pace> paces = new HashMap<>();
    final Map<String, GroupFacts> groups = new HashMap<>();
    final List<Facts.Refusal> refusals = new ArrayList<>();
    Optional<SettingsFile> file = Optional.empty();
    int brokers = 3;

    Patient() {
        publish(Rings.create("r", 2, Placements.balanced(), Set.of("t")));
        tasks.add(Reports.of(0, 1));
        tasks.add(Reports.of(1, 1));
        topic("__slipring", 1, Map.of("cleanup.policy", "compact"));
        topic("t", 2, Map.of());
        topic("totals-home-changelog", 2, Map.of());
        topic("totals-control-changelog", 2, Map.of());
        topic(
                "totals-transfer",
                2,
                Map.of(
                        "retention.ms",
                        "-1",
                        "retention.bytes",
                        "-1",
                        "cleanup.policy",
                        "delete",
                        "message.timestamp.before.max.ms",
                        Long.toString(Long.MAX_VALUE)));
        group("stable", Map.of(new TopicPartition("t", 0), 5L, new TopicPartition("t", 1), 5L));
    }

    void publish(Ring ring) {
        rings.computeIfAbsent(ring.name(), name -> new TreeMap<>()).put(ring.epoch(), ring);
    }

    void topic(String name, int partitions, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(Map.of("min.insync.replicas", "2"));
        all.putAll(settings);
        topics.put(name, new TopicFacts(partitions, 3, all));
    }

    void replicas(String name, int replicas, int min) {
        topics.put(
                name,
                new TopicFacts(
                        topics.get(name).partitions(), replicas, Map.of("min.insync.replicas", Integer.toString(min))));
    }

    void lose(String name) {
        topics.remove(name);
        missing.add(name);
    }

    void group(String state, Map<TopicPartition, Long> committed) {
        Map<TopicPartition, Long> earliest = Map.of(new TopicPartition("t", 0), 0L, new TopicPartition("t", 1), 0L);
        Map<TopicPartition, Long> latest = Map.of(new TopicPartition("t", 0), 5L, new TopicPartition("t", 1), 5L);
        groups.put("totals", new GroupFacts(state, new GroupOffsets(committed, earliest, latest), List.of()));
    }

    void settings(Map<String, String> settings) {
        file = Optional.of(new SettingsFile("app.properties", settings));
    }

    Facts facts() {
        return new Facts(
                new Cluster("b:9092", "__slipring", brokers),
                new ControlSnapshot(rings, apps, tasks, refused),
                rings.keySet(),
                topics,
                missing,
                paces,
                groups,
                refusals,
                file,
                Reports.NOW);
    }

    /** What all checks find. */
    List<Finding> findings() {
        Facts facts = facts();
        return Check.all().stream().flatMap(check -> check.of(facts).stream()).toList();
    }
}
