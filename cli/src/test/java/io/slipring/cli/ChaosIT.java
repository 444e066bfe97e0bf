/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.slipring.testkit.JavaProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChaosIT {
    @TempDir
    private Path folder;

    /** The seed's first faults are those of one process: an instance frozen, one killed, a broker killed. */
    @Test
    void chaos_threeFaultsWhileTheRingChanges_isExact() throws Exception {
        Path kept = folder.resolve("kept");
        CommandRun run = CommandRun.of(
                "chaos",
                "--faults",
                "3",
                "--seed",
                "5",
                "--ring-pause-ms",
                "4000",
                "--keep",
                kept.toString(),
                "--json");

        assertThat(run.status()).describedAs(run.err()).isZero();
        JsonNode report = run.json();
        for (String count : new String[] {"lost", "duplicated", "mismatchedKeys", "understatedOutputs"}) {
            assertThat(report.get(count).asLong()).describedAs(count).isZero();
        }
        assertThat(report.get("drained").asBoolean()).isTrue();
        assertThat(report.get("records").asLong())
                .isPositive()
                .isEqualTo(report.get("acknowledged").asLong());
        for (String kind : new String[] {"appFreeze", "appKill", "brokerKill"}) {
            assertThat(report.get("faults").get(kind).asInt()).describedAs(kind).isEqualTo(1);
        }
        assertThat(report.get("ringChanges").asInt()).isGreaterThanOrEqualTo(2);
        assertThat(kept.resolve("apps").resolve("app-0.1.log")).exists();
    }

    @Test
    void chaos_interrupted_leavesNothingBehind() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        try (JavaProcess chaos = JavaProcess.of(Main.class.getName())
                .args("chaos")
                .jvmArgs("-Djava.io.tmpdir=" + temporary, "-Xmx256m", "-XX:TieredStopAtLevel=1")
                .output(folder.resolve("chaos.log"))
                .start()) {
            chaos.awaitOutput("produced", Duration.ofMinutes(2));
            List<ProcessHandle> children =
                    ProcessHandle.of(chaos.pid()).orElseThrow().descendants().toList();
            chaos.terminate();

            assertThat(chaos.awaitExit(Duration.ofMinutes(1))).isEqualTo(143);
            assertThat(children).hasSize(6).noneMatch(ProcessHandle::isAlive);
            try (Stream<Path> left = Files.list(temporary)) {
                assertThat(left.filter(file -> file.getFileName().toString().startsWith("slipring")))
                        .isEmpty();
            }
        }
    }

    @Test
    void chaos_dryRun_printsThePlanOfTheSeed() {
        CommandRun run = CommandRun.of("chaos", "--dry-run", "--faults", "3", "--seed", "5");

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("appFreeze: freeze app", "appKill: kill app", "brokerKill: kill broker", "ring: ");
        assertThat(CommandRun.of("chaos", "--minutes", "0").status()).isEqualTo(2);
    }
}
