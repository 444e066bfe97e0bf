/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintAcrossJvmsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Duser.language=tr -Duser.country=TR -Dfile.encoding=ISO-8859-9 -Duser.timezone=Asia/Kathmandu",
                "-Duser.language=ar -Duser.country=EG -Duser.timezone=Pacific/Apia -Dfile.encoding=US-ASCII",
            })
    void replay_inAnotherJvm_givesTheSameFingerprints(String settings, @TempDir Path directory)
            throws IOException, InterruptedException {
        List<String> expected = GoldenRings.all().stream()
                .map(ring -> ring.fingerprint().toString())
                .toList();
        Path output = directory.resolve("fingerprints");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(settings.split(" ")));
        command.addAll(List.of("-Dstdout.encoding=US-ASCII", "-Xmx256m", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), GoldenFingerprints.class.getName()));
        Process other = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(directory.resolve("errors").toFile())
                .start();
        try {
            assertThat(other.waitFor(120, TimeUnit.SECONDS)).as("ended in time").isTrue();
            String printed = new String(Files.readAllBytes(output), StandardCharsets.US_ASCII);
            assertThat(printed.lines()).containsExactlyElementsOf(expected);
        } finally {
            other.destroyForcibly();
        }
    }
}
