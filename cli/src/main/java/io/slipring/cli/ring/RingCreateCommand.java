/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import io.slipring.cli.command.ClusterTopics;
import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.command.ConnectionOptions;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.ring.Placement;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.ring.source.ControlTopicConfig;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Publishes the first epoch of a ring. */
@Command(
        name = "create",
        description = {
            "Create a ring over topics: one shard for each partition, all of equal weight.",
            "Fails if the ring exists already. Creates the topic that holds the rings if it is missing."
        })
final class RingCreateCommand implements Callable<Integer> {
    private static final String DEFAULT_NAME = "default";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final RingOptions ring = new RingOptions();

    @Option(
            names = "--topic",
            required = true,
            split = ",",
            paramLabel = "TOPIC",
            description = "Topics that the ring routes, by comma.")
    private Set<String> topics = new TreeSet<>();

    @Option(
            names = "--shards",
            paramLabel = "N",
            description = "Shards; by default as many as the topics have partitions.")
    private @Nullable Integer shards;

    @Option(names = "--placement", paramLabel = "NAME", description = "balanced (default) or modulo.")
    private String placement = Placements.DEFAULT;

    @Option(names = "--create-topics", description = "Create topics that are missing, with a partition for each shard.")
    private boolean createTopics;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            description = "Replicas of what is created; by default what the brokers say.")
    private @Nullable Short replicationFactor;

    @Option(names = "--comment", paramLabel = "TEXT", description = "Why this ring is made; kept with it.")
    private String comment = "";

    @Option(names = "--dry-run", description = "Check and show, change nothing.")
    private boolean dryRun;

    @Override
    public Integer call() {
        Map<String, Object> client = connection.clientConfig();
        ControlTopicConfig control = ring.control(client, connection.timeout());
        try (Admin admin = Admin.create(connection.adminConfig())) {
            Map<String, Integer> partitions = ClusterTopics.partitions(admin, topics, connection.timeout());
            Set<String> missing = new TreeSet<>(topics);
            missing.removeAll(partitions.keySet());
            if (!missing.isEmpty() && !createTopics) {
                throw new CommandFailure("no such topic: " + String.join(", ", missing)
                        + "; create it, or have it created with --create-topics");
            }
            Ring first = plan(partitions);
            if (!dryRun) {
                createTopics(admin, missing, first.requiredPartitions());
                RingSetup.publish(admin, control, first, Optional.ofNullable(replicationFactor));
            }
            print(first);
        }
        return 0;
    }

    private Ring plan(Map<String, Integer> partitions) {
        int count = shards != null ? shards : commonCount(partitions.values());
        String name = Objects.requireNonNullElse(ring.given(), DEFAULT_NAME);
        Ring first;
        try {
            Placement strategy = Placements.byName(placement);
            first = Rings.create(name, count, strategy, topics).toBuilder()
                    .createdAtMs(System.currentTimeMillis())
                    .comment(comment)
                    .build();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        partitions.forEach((topic, has) -> {
            if (has != first.requiredPartitions()) {
                throw new CommandFailure("topic %s has %d partitions, but a ring of %d shards needs exactly %d; %s"
                        .formatted(
                                topic,
                                has,
                                count,
                                first.requiredPartitions(),
                                has > count ? "give --shards " + has : "grow the topic or give --shards " + has));
            }
        });
        return first;
    }

    private int commonCount(Collection<Integer> counts) {
        Set<Integer> different = new HashSet<>(counts);
        if (different.size() != 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    different.isEmpty()
                            ? "--shards must be given if no topic exists yet"
                            : "the topics have different partition counts " + new TreeSet<>(different)
                                    + "; a ring needs equal ones");
        }
        return different.iterator().next();
    }

    private void createTopics(Admin admin, Set<String> missing, int partitions) {
        if (!missing.isEmpty()) {
            List<NewTopic> wanted = missing.stream()
                    .map(topic -> new NewTopic(topic, Optional.of(partitions), Optional.ofNullable(replicationFactor)))
                    .toList();
            admin.createTopics(wanted)
                    .values()
                    .forEach((topic, answer) ->
                            ClusterTopics.await(answer, "the creation of topic " + topic, connection.timeout()));
        }
    }

    private void print(Ring first) {
        PrintWriter out = spec.commandLine().getOut();
        if (output.json()) {
            Map<String, Object> json = RingView.of(first).json();
            json.put("executed", !dryRun);
            out.println(Json.text(json));
        } else {
            RingView.of(first).lines().forEach(out::println);
            out.println(dryRun ? "Dry run: nothing was changed." : "Created.");
        }
        out.flush();
    }
}
