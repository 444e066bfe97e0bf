/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.cli.command.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChaosFolderTest {
    @TempDir
    private Path directory;

    @Test
    void close_temporaryAndAllWell_everythingIsGone() throws IOException {
        ChaosFolder folder = filled(Optional.empty());
        Path root = folder.file("x").getParent();

        folder.close();

        assertThat(root).doesNotExist();
    }

    @Test
    void close_logsAreToStay_onlyTheyAreLeft() throws IOException {
        ChaosFolder folder = filled(Optional.empty());
        Path root = folder.keepLogs();

        folder.close();

        try {
            assertThat(root)
                    .isDirectoryRecursivelyContaining(path -> path.endsWith(Path.of("apps", "app-0.1.log")))
                    .isDirectoryNotContaining(
                            path -> path.getFileName().toString().startsWith("state"));
            assertThat(folder.brokers().resolve("broker-0.1.log")).exists();
            assertThat(folder.brokers().resolve("data-0")).doesNotExist();
        } finally {
            Utils.delete(root.toFile());
        }
    }

    @Test
    void close_folderOfTheUser_everythingStays() throws IOException {
        try (ChaosFolder folder = filled(Optional.of(directory))) {
            assertThat(folder.logs()).startsWith(directory);
        }

        assertThat(directory.resolve("brokers/data-0/topic-0/00000000000000000000.log"))
                .exists();
    }

    @Test
    void make_folderIsNotEmpty_isRefused() throws IOException {
        Files.writeString(directory.resolve("mine.txt"), "mine");

        assertThatThrownBy(() -> ChaosFolder.make(Optional.of(directory)))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("must be empty");
    }

    private static ChaosFolder filled(Optional<Path> keep) throws IOException {
        ChaosFolder folder = ChaosFolder.make(keep);
        Path topic = Files.createDirectories(folder.brokers().resolve("data-0/topic-0"));
        Files.writeString(topic.resolve("00000000000000000000.log"), "records");
        Files.writeString(folder.brokers().resolve("broker-0.1.log"), "log");
        Files.writeString(folder.brokers().resolve("broker-0.1.log.args"), "args");
        Files.writeString(folder.logs().resolve("app-0.1.log"), "log");
        Files.writeString(Files.createDirectories(folder.state(0)).resolve("LOG"), "state");
        return folder;
    }
}
