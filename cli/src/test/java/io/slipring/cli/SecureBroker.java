/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import io.slipring.testkit.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.awaitility.Awaitility;

/** A broker that talks SASL_SSL to users, and lets each do what it was given the right to. */
final class SecureBroker implements AutoCloseable {
    private static final String LISTENER = "SECURE";
    private static final String PASSWORD = "of-the-store";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EmbeddedBroker broker;
    private final Path keys;

    private SecureBroker(EmbeddedBroker broker, Path keys) {
        this.broker = broker;
        this.keys = keys;
    }

    /**
     * Starts one.
     *
     * @param folder gets the broker's key store
     */
    static SecureBroker start(Path folder, Set<String> users) throws Exception {
        Path keys = keys(folder);
        String prefix = "listener.name.secure.";
        EmbeddedBroker broker = EmbeddedBroker.builder()
                .listener(LISTENER, "SASL_SSL")
                .property(prefix + "ssl.keystore.location", keys.toString())
                .property(prefix + "ssl.keystore.password", PASSWORD)
                .property(prefix + "ssl.keystore.type", "PKCS12")
                .property(prefix + "sasl.enabled.mechanisms", "PLAIN")
                .property(
                        prefix + "plain.sasl.jaas.config",
                        users.stream()
                                .map(user -> "user_" + user + "=\"" + secret(user) + "\"")
                                .collect(Collectors.joining(
                                        " ", "org.apache.kafka.common.security.plain.PlainLoginModule required ", ";")))
                .property("authorizer.class.name", StandardAuthorizer.class.getName())
                // The broker itself and the test, by the plaintext listener.
                .property("super.users", "User:ANONYMOUS")
                .start();
        return new SecureBroker(broker, keys);
    }

    /** Settings of a client of a user. */
    Map<String, String> client(String user) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("bootstrap.servers", broker.bootstrapServers(LISTENER));
        settings.put("security.protocol", "SASL_SSL");
        settings.put("sasl.mechanism", "PLAIN");
        settings.put(
                "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + user + "\" password=\""
                        + secret(user) + "\";");
        settings.put("ssl.truststore.location", keys.toString());
        settings.put("ssl.truststore.password", PASSWORD);
        settings.put("ssl.truststore.type", "PKCS12");
        return settings;
    }

    static String secret(String user) {
        return "secret-of-" + user;
    }

    void createTopic(String name, int partitions) {
        broker.createTopic(name, partitions, Map.of());
    }

    /** Makes these all rights that there are; returns when the broker goes by them. */
    void setRights(List<AclBinding> rights) throws Exception {
        Admin admin = broker.admin();
        admin.deleteAcls(List.of(AclBindingFilter.ANY)).all().get(30, TimeUnit.SECONDS);
        admin.createAcls(rights).all().get(30, TimeUnit.SECONDS);
        Set<AclBinding> wanted = new HashSet<>(rights);
        Awaitility.await("the rights")
                .atMost(PATIENCE)
                .until(() -> wanted.equals(new HashSet<>(
                        admin.describeAcls(AclBindingFilter.ANY).values().get(30, TimeUnit.SECONDS))));
    }

    @Override
    public void close() {
        broker.close();
    }

    private static Path keys(Path folder) throws Exception {
        Path keys = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "broker",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-validity",
                        "30",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        keys.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            keytool.destroyForcibly();
            throw new AssertionError("keytool did not make " + keys);
        }
        return keys;
    }
}
