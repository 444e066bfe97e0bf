/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.command;

import java.util.Objects;
import org.apache.kafka.common.utils.AppInfoParser;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, of its Kafka client and of the Java that it runs on. */
public final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String own = Objects.requireNonNullElse(
                VersionProvider.class.getPackage().getImplementationVersion(), "(not packaged)");
        return new String[] {
            "slipring %s (kafka %s, java %s)".formatted(own, AppInfoParser.getVersion(), Runtime.version())
        };
    }
}
