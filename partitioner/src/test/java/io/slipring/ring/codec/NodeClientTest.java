/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the tests of the Node.js client, which reproduces the golden vectors, where {@code node} is on the path. Where it is not,
 * the test says so on standard error and counts as skipped, or fails if {@code -Dslipring.node=required} is given.
 */
class NodeClientTest {

    @Test
    void nodeTests_ofTheClient_pass(@TempDir Path directory) throws IOException, InterruptedException {
        boolean present = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, "node")));
        if (!present) {
            System.err.println("""

                    *** node is not on the path: the Node.js client under clients/node WAS NOT TESTED. ***
                    *** Install Node.js 18 or newer to test it too.                                    ***
                    """);
            assertThat(System.getProperty("slipring.node")).isNotEqualTo("required");
            Assumptions.abort("node is not on the path");
        }
        Path output = directory.resolve("output");
        Process node = new ProcessBuilder("node", "--test", "test/")
                .directory(Path.of("..", "clients", "node").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(node.waitFor(120, TimeUnit.SECONDS)).as("ended in time").isTrue();
            assertThat(node.exitValue())
                    .as(Files.readString(output, StandardCharsets.UTF_8))
                    .isZero();
        } finally {
            node.destroyForcibly();
        }
    }
}
