/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, of its Kafka client and of the Java that it runs on. */
public final class VersionProvider implements IVersionProvider {
    private static final String KAFKA_VERSION = "/kafka/kafka-version.properties";

    @Override
    public String[] getVersion() throws IOException {
        String own = Objects.requireNonNullElse(
                VersionProvider.class.getPackage().getImplementationVersion(), "(not packaged)");
        return new String[] {"slipring %s (kafka %s, java %s)".formatted(own, kafka(), Runtime.version())};
    }

    /** From the resource that every kafka-clients jar has: the class that reads it moves between Kafka's versions. */
    private static String kafka() throws IOException {
        try (InputStream resource = VersionProvider.class.getResourceAsStream(KAFKA_VERSION)) {
            if (resource == null) {
                return "(unknown)";
            }
            Properties properties = new Properties();
            properties.load(resource);
            return properties.getProperty("version", "(unknown)");
        }
    }
}
