/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.doctor;

import io.slipring.cli.command.ClusterTopics;
import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.progress.GroupFacts;
import io.slipring.cli.progress.GroupReader;
import io.slipring.cli.progress.ProgressWindow;
import io.slipring.errors.ControlTopicException;
import io.slipring.ring.Ring;
import io.slipring.ring.source.ControlFollower;
import io.slipring.ring.source.ControlSnapshot;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.schemas.AppRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks the cluster for all that the checks want to know. What it refuses is a fact, too. Used once. */
final class FactsReader {
    /** What the paces are measured over. */
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final Admin admin;
    private final ControlTopicConfig config;
    private final Duration timeout;
    private final String servers;
    private final List<Facts.Refusal> refusals = new ArrayList<>();
    private final Map<String, TopicFacts> topics = new HashMap<>();
    private final Set<String> missing = new HashSet<>();
    private final ProgressWindow window = new ProgressWindow(WINDOW);

    /**
     * @param admin stays the caller's
     * @param servers the cluster, as commands name it
     */
    FactsReader(Admin admin, ControlTopicConfig config, String servers) {
        this.admin = admin;
        this.config = config;
        this.timeout = config.timeout();
        this.servers = servers;
    }

    /**
     * Asks.
     *
     * @param ring the only one to be checked; empty for all
     * @throws CommandFailure if the cluster does not answer in time
     * @throws io.slipring.errors.RingNotFoundException if the ring does not exist; names those that there are
     */
    Facts read(Optional<String> ring, Optional<SettingsFile> file) {
        int brokers = allowed(
                "the brokers",
                () -> ClusterTopics.await(admin.describeCluster().nodes(), "the brokers", timeout)
                        .size(),
                0);
        describe(Set.of(config.topic()));
        ControlSnapshot control = control();
        Set<String> rings = ring.isPresent()
                ? Set.of(control.ring(ring.get()).name())
                : control.rings().keySet();
        List<AppRegistration> apps =
                rings.stream().flatMap(name -> control.apps(name).stream()).toList();
        describe(topicsOf(rings.stream().map(control::ring).toList(), apps));
        Map<String, GroupFacts> groups = new GroupReader(admin, timeout).read(apps);
        groups.values().stream()
                .flatMap(group -> group.refusals().stream())
                .distinct()
                .forEach(refusal -> refusals.add(new Facts.Refusal("groups and offsets", refusal)));
        return new Facts(
                new Cluster(servers, config.topic(), brokers),
                control,
                rings,
                topics,
                missing,
                window.paces(),
                groups,
                refusals,
                file,
                System.currentTimeMillis());
    }

    private ControlSnapshot control() {
        ControlSnapshot nothing = new ControlSnapshot(new TreeMap<>(), List.of(), List.of(), new TreeMap<>());
        if (!topics.containsKey(config.topic())) {
            return nothing;
        }
        try (ControlFollower follower = ControlFollower.openUnchecked(config, window::add)) {
            return follower.read();
        } catch (ControlTopicException e) {
            refusals.add(new Facts.Refusal("topic " + config.topic(), String.valueOf(e.getMessage())));
            return nothing;
        }
    }

    private static Set<String> topicsOf(Collection<Ring> rings, Collection<AppRegistration> apps) {
        Set<String> names = new TreeSet<>();
        rings.forEach(ring -> names.addAll(ring.topics()));
        apps.forEach(app -> {
            names.addAll(app.getSourceTopics());
            names.addAll(app.getChangelogTopics());
            names.add(app.getTransferTopic());
        });
        return names;
    }

    private void describe(Set<String> names) {
        Map<String, KafkaFuture<TopicDescription>> answers =
                admin.describeTopics(names).topicNameValues();
        Map<String, TopicDescription> found = new TreeMap<>();
        answers.forEach((name, answer) -> allowed(
                        "topic " + name,
                        () -> Optional.of(ClusterTopics.await(answer, "topic " + name, timeout)),
                        Optional.<TopicDescription>empty())
                .ifPresent(description -> found.put(name, description)));
        Map<String, Map<String, String>> settings = settings(found.keySet());
        found.forEach((name, description) -> topics.put(
                name,
                new TopicFacts(
                        description.partitions().size(),
                        description.partitions().stream()
                                .mapToInt(partition -> partition.replicas().size())
                                .min()
                                .orElse(0),
                        settings.getOrDefault(name, Map.of()))));
    }

    private Map<String, Map<String, String>> settings(Set<String> names) {
        List<ConfigResource> resources = names.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        Map<String, Map<String, String>> settings = new HashMap<>();
        admin.describeConfigs(resources).values().forEach((resource, answer) -> {
            String asked = "the settings of topic " + resource.name();
            allowed(asked, () -> Optional.of(ClusterTopics.await(answer, asked, timeout)), Optional.<Config>empty())
                    .ifPresent(found -> {
                        Map<String, String> values = new HashMap<>();
                        found.entries().forEach(entry -> {
                            if (entry.value() != null) {
                                values.put(entry.name(), entry.value());
                            }
                        });
                        settings.put(resource.name(), values);
                    });
        });
        return settings;
    }

    private <T> T allowed(String asked, Supplier<T> question, T otherwise) {
        try {
            return question.get();
        } catch (CommandFailure e) {
            Throwable cause = e.getCause();
            if (cause instanceof AuthorizationException refusal) {
                refusals.add(new Facts.Refusal(asked, String.valueOf(refusal.getMessage())));
                return otherwise;
            }
            if (cause instanceof UnknownTopicOrPartitionException || cause instanceof InvalidTopicException) {
                missing.add(asked.substring("topic ".length()));
                return otherwise;
            }
            throw e;
        }
    }
}
