/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.formats;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;
import org.jspecify.annotations.Nullable;

/**
 * Where a schema registry is and how to log in to it, by the names that its users know from other clients.
 *
 * @param urls bases of the registry's REST API, tried in this order; without a slash at the end
 * @param authorization value of the header of that name; a secret
 * @param ssl for TLS other than the JVM's own
 * @param patience how long an outage may last
 */
public record RegistryConfig(
        List<URI> urls, Optional<String> authorization, Optional<SSLContext> ssl, Duration patience) {
    public static final String URL_CONFIG = "schema.registry.url";
    private static final String URL_DOC =
            "Bases of the registry's REST API, by comma; tried in this order. Apicurio serves it under"
                    + " <code>/apis/ccompat/v7</code>. Needed for the format <code>avro</code>.";

    public static final String CREDENTIALS_SOURCE_CONFIG = "basic.auth.credentials.source";
    private static final String CREDENTIALS_SOURCE_DOC =
            "Where name and password are: <code>URL</code>, as in <code>https://name:password@host</code>, or"
                    + " <code>USER_INFO</code>.";

    public static final String USER_INFO_CONFIG = "basic.auth.user.info";
    private static final String USER_INFO_DOC =
            "<code>name:password</code>, for <code>basic.auth.credentials.source=USER_INFO</code>.";

    public static final String BEARER_TOKEN_CONFIG = "bearer.auth.token";
    private static final String BEARER_TOKEN_DOC = "A token for the registry, instead of name and password.";

    public static final String PATIENCE_CONFIG = "slipring.registry.timeout.ms";
    private static final String PATIENCE_DOC =
            "How long the registry may be unreachable while a record needs a schema that is not known yet. The record is tried"
                    + " again and again until then, and never dropped; then the application stops.";

    /** Before any {@code ssl.} setting of Kafka's clients, for the registry. */
    public static final String SSL_PREFIX = "schema.registry.";

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(URL_CONFIG, ConfigDef.Type.LIST, List.of(), ConfigDef.Importance.HIGH, URL_DOC)
            .define(
                    CREDENTIALS_SOURCE_CONFIG,
                    ConfigDef.Type.STRING,
                    "URL",
                    ConfigDef.ValidString.in("URL", "USER_INFO"),
                    ConfigDef.Importance.MEDIUM,
                    CREDENTIALS_SOURCE_DOC)
            .define(USER_INFO_CONFIG, ConfigDef.Type.PASSWORD, null, ConfigDef.Importance.MEDIUM, USER_INFO_DOC)
            .define(BEARER_TOKEN_CONFIG, ConfigDef.Type.PASSWORD, null, ConfigDef.Importance.MEDIUM, BEARER_TOKEN_DOC)
            .define(
                    PATIENCE_CONFIG,
                    ConfigDef.Type.INT,
                    300_000,
                    ConfigDef.Range.between(1, 86_400_000),
                    ConfigDef.Importance.MEDIUM,
                    PATIENCE_DOC);

    /** Refuses an empty list of addresses, and copies it. */
    public RegistryConfig {
        urls = List.copyOf(urls);
        if (urls.isEmpty()) {
            throw new ConfigException(URL_CONFIG, null, "must name the schema registry, such as http://localhost:8081");
        }
    }

    /** Leaves out what is secret. */
    @Override
    public String toString() {
        return "RegistryConfig[urls=" + urls + ", patience=" + patience + "]";
    }

    /** The settings, their types, defaults, rules and meaning; a copy. */
    public static ConfigDef definition() {
        return new ConfigDef(DEFINITION);
    }

    /**
     * Parses settings, among which may be any others.
     *
     * @throws ConfigException if one is missing or breaks its rule
     */
    public static RegistryConfig parse(Map<String, ?> settings) {
        AbstractConfig parsed = new AbstractConfig(DEFINITION, known(settings), false);
        List<URI> given =
                parsed.getList(URL_CONFIG).stream().map(RegistryConfig::url).toList();
        return new RegistryConfig(
                given.stream().map(RegistryConfig::withoutUser).toList(),
                authorization(parsed, given),
                ssl(settings),
                Duration.ofMillis(parsed.getInt(PATIENCE_CONFIG)));
    }

    /** How long an outage may last, also where no registry is named because a class of the user's asks it. */
    public static Duration patience(Map<String, ?> settings) {
        return Duration.ofMillis(new AbstractConfig(DEFINITION, known(settings), false).getInt(PATIENCE_CONFIG));
    }

    private static Map<String, Object> known(Map<String, ?> settings) {
        Map<String, Object> known = new HashMap<>();
        DEFINITION.names().forEach(name -> {
            if (settings.get(name) != null) {
                known.put(name, settings.get(name));
            }
        });
        return known;
    }

    private static URI url(String text) {
        try {
            URI url = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            if (("http".equals(url.getScheme()) || "https".equals(url.getScheme())) && url.getHost() != null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // Its message would tell a password in the address.
            throw new ConfigException(URL_CONFIG + " must be http or https addresses, one is none at all");
        }
        throw new ConfigException(URL_CONFIG + " must be http or https addresses, such as http://localhost:8081");
    }

    private static URI withoutUser(URI url) {
        String user = url.getRawUserInfo();
        return user == null ? url : URI.create(url.toString().replace(user + "@", ""));
    }

    private static Optional<String> authorization(AbstractConfig parsed, List<URI> urls) {
        @Nullable Password token = parsed.getPassword(BEARER_TOKEN_CONFIG);
        @Nullable Password user = parsed.getPassword(USER_INFO_CONFIG);
        if (token != null) {
            return Optional.of("Bearer " + token.value());
        }
        if (parsed.getString(CREDENTIALS_SOURCE_CONFIG).equals("USER_INFO")) {
            if (user == null || user.value().indexOf(':') < 0) {
                throw new ConfigException(
                        USER_INFO_CONFIG + " must be name:password with " + CREDENTIALS_SOURCE_CONFIG + "=USER_INFO");
            }
            return Optional.of(basic(user.value()));
        }
        if (user != null) {
            throw new ConfigException(USER_INFO_CONFIG + " needs " + CREDENTIALS_SOURCE_CONFIG + "=USER_INFO");
        }
        return urls.stream()
                .filter(url -> url.getUserInfo() != null)
                .findFirst()
                .map(url -> basic(url.getUserInfo()));
    }

    private static String basic(String user) {
        return "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
    }

    /** Made by Kafka's own reader of keys and certificates, so that the settings mean what they mean to its clients. */
    private static Optional<SSLContext> ssl(Map<String, ?> settings) {
        Map<String, Object> own = new HashMap<>();
        settings.forEach((name, value) -> {
            if (name.startsWith(SSL_PREFIX + "ssl.") && value != null) {
                own.put(name.substring(SSL_PREFIX.length()), value);
            }
        });
        if (own.isEmpty()) {
            return Optional.empty();
        }
        DefaultSslEngineFactory factory = new DefaultSslEngineFactory();
        factory.configure(new AbstractConfig(new ConfigDef().withClientSslSupport(), own, false).values());
        return Optional.of(factory.sslContext());
    }
}
