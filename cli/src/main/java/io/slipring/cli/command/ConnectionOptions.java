/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the cluster is, how to log in to it, and how long to wait for it. */
public final class ConnectionOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--bootstrap-server", paramLabel = "HOST:PORT", description = "Brokers to start from, by comma.")
    private @Nullable String bootstrapServer;

    @Option(names = "--command-config", paramLabel = "FILE", description = "Client settings: a properties file.")
    private @Nullable Path commandConfig;

    @Option(
            names = "--command-property",
            paramLabel = "KEY=VALUE",
            description = "One client setting; wins over the file. Repeatable.")
    private Map<String, String> commandProperties = new LinkedHashMap<>();

    @Option(
            names = "--timeout-ms",
            paramLabel = "MS",
            defaultValue = "30000",
            description = "Longest wait for the cluster (default ${DEFAULT-VALUE}).")
    private long timeoutMs = 30_000;

    /** Longest wait for any one answer of the cluster; positive. */
    public Duration timeout() {
        if (timeoutMs <= 0) {
            throw new ParameterException(spec.commandLine(), "--timeout-ms must be >= 1, was " + timeoutMs);
        }
        return Duration.ofMillis(timeoutMs);
    }

    /**
     * Settings for any Kafka client: the file, then single properties, then {@code --bootstrap-server}.
     *
     * @throws ParameterException if no bootstrap server is named anywhere
     * @throws CommandFailure if the file can't be read
     */
    public Map<String, Object> clientConfig() {
        Map<String, Object> config = new HashMap<>();
        if (commandConfig != null) {
            config.putAll(PropertiesFiles.read(commandConfig));
        }
        config.putAll(commandProperties);
        if (bootstrapServer != null) {
            config.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServer);
        }
        Object servers = config.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
        if (servers == null || servers.toString().isBlank()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no cluster named; give --bootstrap-server, or bootstrap.servers in --command-config");
        }
        return config;
    }

    /** Settings for an admin client, whose waits end with {@link #timeout()}. */
    public Map<String, Object> adminConfig() {
        Map<String, Object> config = clientConfig();
        long limit = timeout().toMillis();
        config.putIfAbsent(
                CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(Math.min(limit, 1 << 30)));
        config.putIfAbsent(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(Math.min(limit, 30_000)));
        return config;
    }
}
