/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaProcessIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @Test
    void start_withArgumentsAndEnvironment_passesThemOnVerbatim() {
        JavaProcess.Builder builder = child(Children.Echo.class)
                .args("plain", "with space", "quote\"d", "back\\slash", "")
                .env("CHILD_COLOUR", "green");

        try (JavaProcess process = builder.start()) {
            assertThat(process.awaitOutput("args=(.*) env=(\\S+)", LIMIT).group(1))
                    .isEqualTo("[plain, with space, quote\"d, back\\slash, ]");
            assertThat(process.awaitOutput("env=(\\S+)", LIMIT).group(1)).isEqualTo("green");
            assertThat(process.awaitExit(LIMIT)).isEqualTo(7);
            assertThat(process.isAlive()).isFalse();
        }
    }

    @Test
    void close_ofAProcessWithATemporaryFile_leavesNoFile() {
        String folder = System.clearProperty(JavaProcess.OUTPUT);
        try (JavaProcess process =
                JavaProcess.of(Children.Failure.class.getName()).start()) {
            process.awaitExit(LIMIT);
            assertThat(process.output()).isNotEmptyFile();

            process.close();

            assertThat(process.output()).doesNotExist();
            assertThat(Path.of(process.output() + ".args")).doesNotExist();
        } finally {
            if (folder != null) {
                System.setProperty(JavaProcess.OUTPUT, folder);
            }
        }
    }

    @Test
    void awaitExit_afterAnUncaughtException_givesCodeOneAndTheTrace() throws Exception {
        try (JavaProcess process = child(Children.Failure.class).start()) {
            assertThat(process.awaitExit(LIMIT)).isEqualTo(1);
            assertThat(Files.readString(process.output())).contains("IllegalStateException: no luck today");
        }
    }

    @Test
    void awaitOutput_ofAProcessThatEnds_failsAtOnceWithItsOutput() {
        try (JavaProcess process = child(Children.Failure.class).start()) {
            assertThatThrownBy(() -> process.awaitOutput("never", Duration.ofHours(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("exit code 1")
                    .hasMessageContaining("no luck today");
        }
    }

    @Test
    void awaitOutput_thatDoesNotCome_failsAfterTheTimeoutWithTheOutput() {
        try (JavaProcess process = child(Children.Counter.class).start()) {
            process.awaitOutput("count 5$", LIMIT);

            assertThatThrownBy(() -> process.awaitOutput("never", Duration.ofMillis(50)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("\"never\"")
                    .hasMessageContaining("count 5");
        }
    }

    @Test
    void kill9_ofAPausedProcess_endsIt() {
        try (JavaProcess process = child(Children.Counter.class).start()) {
            process.awaitOutput("count 0", LIMIT);
            process.pause();

            process.kill9();

            assertThat(process.isAlive()).isFalse();
            assertThat(process.awaitExit(LIMIT)).isEqualTo(128 + 9);
        }
    }

    @Test
    void resume_afterPause_letsItGoOnWhereItWas() throws Exception {
        try (JavaProcess process = child(Children.Counter.class).start()) {
            process.awaitOutput("count 0", LIMIT);
            process.pause();
            Awaitility.await().atMost(LIMIT).until(() -> stateOf(process) == 'T');
            long frozen = Files.size(process.output());
            assertThat(process.isAlive()).isTrue();

            process.resume();

            Awaitility.await().atMost(LIMIT).until(() -> Files.size(process.output()) > frozen + 100);
        }
    }

    @Test
    void kill9_ofTheParent_endsTheChild() {
        try (JavaProcess parent = child(Children.Parent.class)
                .args(directory.resolve("grandchild.log").toString())
                .start()) {
            long pid = Long.parseLong(parent.awaitOutput("^child (\\d+)", LIMIT).group(1));
            ProcessHandle grandchild = ProcessHandle.of(pid).orElseThrow();

            parent.kill9();

            Awaitility.await().atMost(LIMIT).until(() -> !grandchild.isAlive());
        }
    }

    private JavaProcess.Builder child(Class<?> main) {
        return JavaProcess.of(main.getName())
                .jvmArgs("-Xmx64m", "-XX:+UseSerialGC")
                .output(directory.resolve(main.getSimpleName() + ".log"));
    }

    /** The state letter of /proc/PID/stat: T is stopped. */
    private static char stateOf(JavaProcess process) throws IOException {
        String stat = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }
}
