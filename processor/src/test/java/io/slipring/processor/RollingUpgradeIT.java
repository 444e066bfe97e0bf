/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.audit.AuditReport;
import io.slipring.processor.audit.AuditRequest;
import io.slipring.processor.audit.Auditor;
import io.slipring.ring.source.ControlTopicConfig;
import io.slipring.testkit.Broker;
import io.slipring.testkit.JavaProcess;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** The previous version and this one side by side, one instance after the other: upgraded, and back again. */
@EnabledForJreRange(max = JRE.JAVA_21)
class RollingUpgradeIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Numbers names = new Numbers("rolling");

    @TempDir
    private Path folder;

    private Broker broker;
    private List<Path> previousVersion;

    @Test
    void upgradeAndDowngrade_instanceByInstanceWhileItGrows_exact() throws Exception {
        previousVersion = previousVersion();
        try (Broker started = Broker.start()) {
            broker = started;
            NumbersCluster cluster = new NumbersCluster(names, broker.bootstrapServers(), broker.admin(), (short) 1);
            cluster.create(2);
            JavaProcess one = previous("one");
            JavaProcess two = previous("two");
            try (NumbersProducer producer = NumbersProducer.byRing(names, broker.bootstrapServers(), 1, 2_000);
                    Results results = new Results(names, broker.bootstrapServers())) {
                producer.awaitSent(4_000, PATIENCE);
                cluster.addShards(1);

                // State of the previous version goes to tasks of this one, in the middle of a handoff or behind it.
                one.kill9();
                one = present("one");
                cluster.awaitSettled(PATIENCE);

                // Side by side: each hands state off to the other.
                cluster.addShards(2);
                cluster.awaitSettled(PATIENCE);

                two.kill9();
                two = present("two");
                cluster.addShards(1);
                cluster.awaitSettled(PATIENCE);

                // And back, with state that this version wrote.
                one.kill9();
                one = previous("one");
                cluster.addShards(1);
                cluster.awaitSettled(PATIENCE);
                producer.awaitSent(20_000, PATIENCE);
                producer.stop();

                results.awaitExactly(Tally.of(producer), PATIENCE);
                AuditReport audit = new Auditor(ControlTopicConfig.at(broker.bootstrapServers()))
                        .audit(AuditRequest.of(names.applicationId()));
                assertThat(audit.isExact()).as(audit.findings().toString()).isTrue();
                assertThat(one.isAlive()).isTrue();
                assertThat(two.isAlive()).isTrue();
            } finally {
                one.close();
                two.close();
            }
        }
    }

    private JavaProcess present(String instance) {
        return start(instance, List.of());
    }

    private JavaProcess previous(String instance) {
        return start(instance, previousVersion);
    }

    private JavaProcess start(String instance, List<Path> classPath) {
        return SummingApp.fork(
                names,
                broker.bootstrapServers(),
                folder.resolve(instance),
                Map.of("commit.interval.ms", "200"),
                classPath);
    }

    /** This JVM's class path, but the previous version's classes where this version's would be. */
    private List<Path> previousVersion() throws IOException {
        Path jar = folder.resolve("previous.jar");
        try (InputStream in = RollingUpgradeIT.class.getResourceAsStream("previous/slipring-previous.jar")) {
            Files.copy(in, jar);
        }
        List<Path> path = new ArrayList<>(List.of(jar));
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.matches(".*/(schemas|partitioner|processor)/target/(classes|[^/]*\\.jar)/?"))
                .map(Path::of)
                .forEach(path::add);
        return path;
    }
}
