/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.admin;

import io.slipring.ring.Epoch;
import io.slipring.ring.Ring;
import io.slipring.schemas.AppRegistration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What has to happen before a ring's next epoch may be published. Computed without I/O; immutable.
 *
 * <p>Every topic of the ring needs a partition for each shard. The topics of one application (sources, transfer,
 * changelogs) moreover need equal counts, because Kafka Streams stops when they differ, so the largest of them decides.
 *
 * @param next the ring to publish
 * @param expected epoch that must be the newest when it is published; empty if the ring must not exist yet
 * @param targets partitions that each topic of the ring must have
 * @param toGrow the topics that have fewer, with the number they have; the rest is left alone
 * @param missing topics that do not exist, with why they are needed; anything here blocks the plan
 * @param strangers what else stands in the way, by name of the group or registration, with the reason; anything here
 *     blocks the plan unless it is {@link #forced()}
 * @param applications ids of the applications whose topics are among the targets
 */
public record GrowthPlan(
        Ring next,
        Optional<Epoch> expected,
        SortedMap<String, Integer> targets,
        SortedMap<String, Integer> toGrow,
        SortedMap<String, String> missing,
        SortedMap<String, String> strangers,
        SortedSet<String> applications) {
    public GrowthPlan {
        targets = Collections.unmodifiableSortedMap(new TreeMap<>(targets));
        toGrow = Collections.unmodifiableSortedMap(new TreeMap<>(toGrow));
        missing = Collections.unmodifiableSortedMap(new TreeMap<>(missing));
        strangers = Collections.unmodifiableSortedMap(new TreeMap<>(strangers));
        applications = Collections.unmodifiableSortedSet(new TreeSet<>(applications));
    }

    /** Whether nothing stands in the way. */
    public boolean possible() {
        return missing.isEmpty() && strangers.isEmpty();
    }

    /** The same plan, to be carried out whatever happens to {@link #strangers()}. */
    public GrowthPlan forced() {
        return withStrangers(Collections.emptySortedMap());
    }

    GrowthPlan withStrangers(SortedMap<String, String> found) {
        return new GrowthPlan(next, expected, targets, toGrow, missing, found, applications);
    }

    /** What stands in the way, as one text with the remedies; empty if nothing does. */
    public String obstacles() {
        List<String> texts = new ArrayList<>();
        if (!missing.isEmpty()) {
            texts.add(
                    "topics do not exist: " + missing + "; create them or start the applications that do, then repeat");
        }
        strangers.forEach((name, reason) -> texts.add(name + ": " + reason));
        return String.join("; ", texts);
    }

    /**
     * Names the topics that a plan depends on.
     *
     * @param apps registrations; those of other rings are ignored
     */
    static SortedSet<String> topics(Ring next, Collection<AppRegistration> apps) {
        return new TreeSet<>(reasons(next, apps).keySet());
    }

    /**
     * Computes a plan.
     *
     * @param expected epoch that the change was made from; empty for a new ring
     * @param apps registrations; those of other rings are ignored
     * @param counts partitions of each existing topic of the ring and its applications
     */
    static GrowthPlan of(
            Ring next, Optional<Epoch> expected, Collection<AppRegistration> apps, Map<String, Integer> counts) {
        SortedMap<String, String> reasons = reasons(next, apps);
        SortedMap<String, Integer> targets = new TreeMap<>();
        reasons.keySet()
                .forEach(topic ->
                        targets.put(topic, Math.max(next.requiredPartitions(), counts.getOrDefault(topic, 0))));
        while (equalise(next, apps, targets)) {
            // Applications may share topics, so a count travels from one to the next.
        }
        SortedMap<String, Integer> toGrow = new TreeMap<>();
        SortedMap<String, String> missing = new TreeMap<>();
        targets.forEach((topic, target) -> {
            Integer count = counts.get(topic);
            if (count == null) {
                missing.put(topic, reasons.getOrDefault(topic, ""));
            } else if (count < target) {
                toGrow.put(topic, count);
            }
        });
        SortedSet<String> applications = new TreeSet<>();
        apps.stream()
                .filter(app -> app.getRing().equals(next.name()))
                .forEach(app -> applications.add(app.getApplicationId()));
        return new GrowthPlan(next, expected, targets, toGrow, missing, Collections.emptySortedMap(), applications);
    }

    /** Raises each application's topics to their largest target; says whether that changed anything. */
    private static boolean equalise(Ring next, Collection<AppRegistration> apps, SortedMap<String, Integer> targets) {
        boolean changed = false;
        for (AppRegistration app : apps) {
            if (app.getRing().equals(next.name())) {
                List<String> topics = topics(app);
                int largest = topics.stream()
                        .mapToInt(t -> targets.getOrDefault(t, 0))
                        .max()
                        .orElse(0);
                for (String topic : topics) {
                    changed |= !Integer.valueOf(largest).equals(targets.put(topic, largest));
                }
            }
        }
        return changed;
    }

    private static SortedMap<String, String> reasons(Ring next, Collection<AppRegistration> apps) {
        SortedMap<String, String> reasons = new TreeMap<>();
        next.topics().forEach(topic -> reasons.put(topic, "the ring routes it"));
        for (AppRegistration app : apps) {
            if (app.getRing().equals(next.name())) {
                String id = app.getApplicationId();
                app.getSourceTopics().forEach(t -> reasons.putIfAbsent(t, "application " + id + " reads it"));
                app.getChangelogTopics()
                        .forEach(t -> reasons.putIfAbsent(
                                t, "application " + id + " keeps its state in it, and creates it at its first start"));
                reasons.putIfAbsent(app.getTransferTopic(), "application " + id + " moves its state through it");
            }
        }
        return reasons;
    }

    private static List<String> topics(AppRegistration app) {
        List<String> topics = new ArrayList<>(app.getSourceTopics());
        topics.add(app.getTransferTopic());
        topics.addAll(app.getChangelogTopics());
        return topics;
    }
}
