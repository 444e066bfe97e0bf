/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Where a client finds its ring, parsed from the configuration of that client (producer, Streams application or tool).
 *
 * @param ring name of the ring
 * @param file the file to read it from instead of the control topic
 * @param control the control topic, reached with the client's own connection and security settings unless overridden
 */
public record RingSourceConfig(String ring, Optional<Path> file, ControlTopicConfig control) {
    /** Common prefix of all settings. */
    public static final String PREFIX = "slipring.";

    /** Name of the ring. */
    public static final String RING_CONFIG = "slipring.ring";

    private static final String RING_DOC = "Name of the ring that routes this client's records.";

    /** Control topic. */
    public static final String TOPIC_CONFIG = "slipring.ring.topic";

    /** Control topic unless set otherwise. */
    public static final String TOPIC_DEFAULT = "__slipring";

    private static final String TOPIC_DOC =
            "Compacted topic with one partition that holds the rings. Ignored if <code>slipring.ring.file</code> is set.";

    /** File that holds the ring. */
    public static final String FILE_CONFIG = "slipring.ring.file";

    private static final String FILE_DOC = "File to read the ring from instead of the topic, as written by"
            + " <code>slipring ring describe --export</code>. Looked at once a second; a damaged file is refused and the"
            + " last good ring kept.";

    /** Longest wait for a ring. */
    public static final String TIMEOUT_MS_CONFIG = "slipring.ring.timeout.ms";

    /** Longest wait for a ring unless set otherwise, in milliseconds. */
    public static final int TIMEOUT_MS_DEFAULT = 30_000;

    private static final String TIMEOUT_MS_DOC =
            "How long opening a client waits for the first ring, and any other wait"
                    + " for the control topic lasts, before it fails with what it waited for. No send ever waits for a ring.";

    /** Prefix of settings for the clients that read and write the control topic. */
    public static final String CLIENT_PREFIX = "slipring.ring.client.";

    private static final Set<String> INHERITED = Set.of(
            CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
            CommonClientConfigs.CLIENT_DNS_LOOKUP_CONFIG,
            CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
            "security.providers");
    private static final List<String> INHERITED_PREFIXES = List.of("ssl.", "sasl.", "reconnect.", "retry.", "socket.");

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    RING_CONFIG,
                    ConfigDef.Type.STRING,
                    ConfigDef.NO_DEFAULT_VALUE,
                    legalName(),
                    ConfigDef.Importance.HIGH,
                    RING_DOC)
            .define(
                    TOPIC_CONFIG,
                    ConfigDef.Type.STRING,
                    TOPIC_DEFAULT,
                    legalName(),
                    ConfigDef.Importance.MEDIUM,
                    TOPIC_DOC)
            .define(FILE_CONFIG, ConfigDef.Type.STRING, null, absentOrText(), ConfigDef.Importance.MEDIUM, FILE_DOC)
            .define(
                    TIMEOUT_MS_CONFIG,
                    ConfigDef.Type.INT,
                    TIMEOUT_MS_DEFAULT,
                    ConfigDef.Range.between(1, 3_600_000),
                    ConfigDef.Importance.MEDIUM,
                    TIMEOUT_MS_DOC);

    /**
     * Parses a client's configuration; values may be strings or native types, keys of others are ignored.
     *
     * @throws ConfigException if a setting breaks its rule; names key, value and rule
     */
    public static RingSourceConfig parse(Map<String, ?> configs) {
        Map<String, Object> own = new HashMap<>();
        for (String key : configs.keySet()) {
            if (key.startsWith(PREFIX)) {
                // Asked for one by one, because a client warns of settings that nobody asked it for.
                own.put(key, configs.get(key));
            }
        }
        AbstractConfig parsed = new AbstractConfig(DEFINITION, own, false);
        Optional<Path> file = Optional.ofNullable(parsed.getString(FILE_CONFIG)).map(Path::of);
        Map<String, Object> client = client(configs);
        if (file.isEmpty() && !client.containsKey(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)) {
            throw new ConfigException(
                    CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                    null,
                    "must be set, here or as " + CLIENT_PREFIX + CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG
                            + ", to read ring " + parsed.getString(RING_CONFIG) + " from a topic");
        }
        return new RingSourceConfig(
                parsed.getString(RING_CONFIG),
                file,
                new ControlTopicConfig(
                        parsed.getString(TOPIC_CONFIG), Duration.ofMillis(parsed.getInt(TIMEOUT_MS_CONFIG)), client));
    }

    /** The settings, their types, defaults, rules and meaning; a copy. */
    public static ConfigDef definition() {
        return new ConfigDef(DEFINITION);
    }

    /** Keys that begin with our prefix but mean nothing to a ring source. */
    public static Set<String> unknownKeys(Map<String, ?> configs) {
        Set<String> unknown = new TreeSet<>();
        for (String key : configs.keySet()) {
            if (key.startsWith(PREFIX)
                    && !key.startsWith(CLIENT_PREFIX)
                    && !DEFINITION.names().contains(key)) {
                unknown.add(key);
            }
        }
        return unknown;
    }

    Duration timeout() {
        return control.timeout();
    }

    private static Map<String, Object> client(Map<String, ?> configs) {
        Map<String, Object> client = new HashMap<>();
        configs.forEach((key, value) -> {
            if (value != null && inherited(key)) {
                client.put(key, value);
            }
        });
        configs.forEach((key, value) -> {
            if (value != null && key.startsWith(CLIENT_PREFIX)) {
                client.put(key.substring(CLIENT_PREFIX.length()), value);
            }
        });
        return client;
    }

    private static boolean inherited(String key) {
        return INHERITED.contains(key) || INHERITED_PREFIXES.stream().anyMatch(key::startsWith);
    }

    private static ConfigDef.Validator legalName() {
        return ConfigDef.LambdaValidator.with(
                (name, value) -> {
                    if (!(value instanceof String text) || !Names.legal(text)) {
                        throw new ConfigException(name, value, Names.RULE);
                    }
                },
                () -> Names.RULE);
    }

    private static ConfigDef.Validator absentOrText() {
        return ConfigDef.LambdaValidator.with(
                (name, value) -> {
                    if (value instanceof String text && text.isBlank()) {
                        throw new ConfigException(name, value, "must be a path or absent");
                    }
                },
                () -> "a path or absent");
    }
}
