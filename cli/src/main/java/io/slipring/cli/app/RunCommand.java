/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.admin.TopicRights;
import io.slipring.cli.command.ClusterTopics;
import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.command.Json;
import io.slipring.cli.command.OutputOptions;
import io.slipring.cli.command.PropertiesFiles;
import io.slipring.errors.AccessException;
import io.slipring.ring.source.Deadline;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs one instance of an aggregation until it is told to stop, or fails. */
@Command(
        name = "run",
        description = {
            "Run an aggregation from a properties file.",
            "Start it on as many machines as there are shards. SIGTERM stops it after a commit."
        })
public final class RunCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);
    private static final int CLUSTER_TIMEOUT_MS = 60_000;
    private static final Duration RIGHTS_TIMEOUT = Duration.ofSeconds(10);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "What to run: a properties file.")
    @SuppressWarnings("NullAway.Init")
    private Path configFile;

    @Option(
            names = "--bootstrap-server",
            paramLabel = "HOST:PORT",
            description = "Wins over the file's bootstrap.servers.")
    private @Nullable String bootstrapServer;

    @Option(names = "--application-id", paramLabel = "ID", description = "Wins over the file's application.id.")
    private @Nullable String applicationId;

    @Option(
            names = "--property",
            paramLabel = "KEY=VALUE",
            description = "One setting; wins over the file. Repeatable.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(names = "--ready-file", paramLabel = "FILE", description = "Created once records are processed.")
    private @Nullable Path readyFile;

    @Option(
            names = "--timeout-ms",
            paramLabel = "MS",
            defaultValue = "600000",
            description = {
                "Longest wait at the start during which nothing gets on: no change of state, no restored record",
                "(default ${DEFAULT-VALUE})."
            })
    private int timeoutMs;

    @Override
    public Integer call() throws InterruptedException, IOException {
        AppConfig config = AppConfig.parse(settings());
        UnknownSettings.of(config.settings())
                .forEach(key -> LOG.warn("Unknown setting, ignored key={} remedy=\"check its spelling\"", key));
        PrintWriter out = spec.commandLine().getOut();
        try (AggregationApp<?> app = AggregationApp.create(config, false)) {
            checkTopics(config, app);
            Thread stop = new Thread(app::close, "slipring-stop");
            Runtime.getRuntime().addShutdownHook(stop);
            app.start();
            if (app.awaitRunning(Duration.ofMillis(timeoutMs))) {
                requireRights(config, app);
                ready(config, out);
                app.awaitStopped();
            } else if (app.failures() == 0) {
                throw new CommandFailure(
                        "application %s does not process records, and nothing has got on for %d ms: %s%s"
                                .formatted(
                                        config.applicationId(),
                                        timeoutMs,
                                        app.startState(),
                                        missingRights(config, app)));
            }
            if (app.failures() > 0) {
                Throwable failure = app.failure();
                boolean refused = failure != null && Failures.refusal(failure).isPresent();
                throw new CommandFailure(
                        app.failureReason().orElse("unknown") + (refused ? missingRights(config, app) : ""), failure);
            }
        }
        return 0;
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>(PropertiesFiles.read(configFile));
        if (bootstrapServer != null) {
            settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServer);
        }
        if (applicationId != null) {
            settings.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        }
        settings.putAll(properties);
        return settings;
    }

    private void checkTopics(AppConfig config, AggregationApp<?> app) {
        Duration timeout = Duration.ofMillis(Math.min(timeoutMs, CLUSTER_TIMEOUT_MS));
        Set<String> topics = new LinkedHashSet<>(Set.of(config.inputTopic(), config.outputTopic()));
        config.deadLetterTopic().ifPresent(topics::add);
        config.lateTopic().ifPresent(topics::add);
        try (Admin admin = Admin.create(Map.copyOf(config.settings()))) {
            List<String> missing = TopicRights.missing(admin, app.topicRights(), Deadline.in(timeout));
            if (!missing.isEmpty()) {
                throw new AccessException("application " + config.applicationId(), String.join(", ", missing), null);
            }
            ClusterTopics.require(admin, topics, timeout);
        }
    }

    /** Kafka Streams has made the changelogs by now, but would only read them after a crash. */
    private static void requireRights(AppConfig config, AggregationApp<?> app) {
        String missing = missingRights(config, app);
        if (!missing.isEmpty()) {
            throw new CommandFailure(
                    "application " + config.applicationId() + " could not restore its state after a crash" + missing);
        }
    }

    /** Which rights on topics are missing, as the end of a message; Kafka Streams tells only what it waited for. */
    private static String missingRights(AppConfig config, AggregationApp<?> app) {
        try (Admin admin = Admin.create(Map.copyOf(config.settings()))) {
            List<String> missing = TopicRights.missing(admin, app.topicRights(), Deadline.in(RIGHTS_TIMEOUT));
            return missing.isEmpty() ? "" : "; not authorized, it needs " + String.join(", ", missing);
        } catch (KafkaException e) {
            LOG.debug("Cannot ask for rights application={}", config.applicationId(), e);
            return "";
        }
    }

    private void ready(AppConfig config, PrintWriter out) throws IOException {
        out.println(
                output.json()
                        ? Json.text(Map.of("ready", true, "applicationId", config.applicationId()))
                        : "READY application.id=" + config.applicationId());
        out.flush();
        if (readyFile != null) {
            Files.writeString(readyFile, "ready\n");
        }
    }
}
