/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.AppInfoParser;
import org.apache.kafka.common.utils.Utils;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/** A broker in a container. Nothing else loads Testcontainers, which is optional. */
final class ContainerBroker implements Broker {
    private static final String OFFICIAL = "apache/kafka";

    private final KafkaContainer container;
    private final Admin admin;

    private ContainerBroker(KafkaContainer container) {
        this.container = container;
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()));
    }

    static ContainerBroker start(Map<String, String> properties) {
        String image = System.getProperty(IMAGE, OFFICIAL + ":" + AppInfoParser.getVersion());
        KafkaContainer container =
                new KafkaContainer(DockerImageName.parse(image).asCompatibleSubstituteFor(OFFICIAL));
        BrokerSettings.ofOne(properties).forEach((name, value) -> container.withEnv(variable(name), value));
        try {
            container.start();
            return new ContainerBroker(container);
        } catch (RuntimeException e) {
            String log = container.isCreated() ? "; its log ends with " + tail(container.getLogs()) : "";
            container.stop();
            throw new KafkaException("No broker in a container of " + image + ": " + e.getMessage() + log, e);
        }
    }

    /** How the image is told of a setting: {@code log.dirs} is {@code KAFKA_LOG_DIRS}. */
    private static String variable(String setting) {
        return "KAFKA_" + setting.toUpperCase(Locale.ROOT).replace("_", "__").replace('.', '_');
    }

    private static String tail(String log) {
        return log.substring(Math.max(0, log.length() - 4_000));
    }

    @Override
    public String bootstrapServers() {
        return container.getBootstrapServers();
    }

    @Override
    public Admin admin() {
        return admin;
    }

    @Override
    public void close() {
        Utils.closeQuietly(admin, "admin client of the broker in a container");
        container.stop();
    }
}
