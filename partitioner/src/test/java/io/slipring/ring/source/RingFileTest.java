/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.slipring.errors.RingFormatException;
import io.slipring.errors.RingNotFoundException;
import io.slipring.ring.Ring;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingFileTest {
    private static final Duration TIMEOUT = Duration.ofMillis(300);

    private final Ring one = TestRings.first("orders", 4);
    private final Ring two = TestRings.grown(one);
    private Path file;

    @BeforeEach
    void setUp(@TempDir Path directory) {
        file = directory.resolve("orders.ring");
    }

    @Test
    void read_written_returnsTheSameRings() throws Exception {
        RingFile.write(file, List.of(one, two));

        assertThat(RingFile.read(file)).containsExactly(one, two);
        assertThat(file.getParent()).isDirectoryNotContaining("glob:**.draft");
    }

    @Test
    void read_missingOrEmpty_saysSo() throws Exception {
        assertThatThrownBy(() -> RingFile.read(file))
                .isInstanceOf(RingNotFoundException.class)
                .hasMessageContaining(file.toString());
        Files.createFile(file);
        assertThatThrownBy(() -> RingFile.read(file)).isInstanceOf(RingNotFoundException.class);
    }

    @Test
    void read_cutOffAnywhere_isRefused() throws Exception {
        RingFile.write(file, List.of(one));
        byte[] whole = Files.readAllBytes(file);

        for (int length : new int[] {1, 3, 4, 5, 14, 100, whole.length - 1}) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> RingFile.read(file))
                    .as("first %d bytes", length)
                    .isInstanceOf(RingFormatException.class)
                    .hasMessageContaining("at byte 0");
        }
    }

    @Test
    void fromFile_changed_isReadAgain() throws Exception {
        RingFile.write(file, List.of(one));
        try (RingSource source = RingSources.fromFile(file, "orders", Duration.ofSeconds(30))) {
            assertThat(source.current()).isEqualTo(one);

            RingFile.write(file, List.of(one, two));

            assertThat(source.await(two.epoch(), Duration.ofSeconds(30))).isEqualTo(two);
        }
    }

    @Test
    void fromFile_damagedLater_keepsTheLastGoodRing() throws Exception {
        RingFile.write(file, List.of(one));
        try (FileRingReader reader = FileRingReader.start(file, "orders", Duration.ofMillis(5))) {
            assertThat(reader.history().current(Duration.ofSeconds(30))).isEqualTo(one);

            Files.write(file, new byte[] {0, 0, 0, 9, 1});
            await().untilAsserted(() -> assertThatThrownBy(
                            () -> reader.history().await(two.epoch(), Duration.ofMillis(20)))
                    .hasMessageContaining("cut off or damaged"));

            assertThat(reader.history().current(TIMEOUT)).isEqualTo(one);
            RingFile.write(file, List.of(two));
            assertThat(reader.history().await(two.epoch(), Duration.ofSeconds(30)))
                    .isEqualTo(two);
        }
    }

    @Test
    void fromFile_damagedFromTheStart_throwsWhyWithinTheTimeout() throws Exception {
        Files.write(file, new byte[] {0, 0, 0, 9, 1});
        try (RingSource source = RingSources.fromFile(file, "orders", TIMEOUT)) {
            assertThatThrownBy(source::current).isInstanceOf(RingFormatException.class);
        }
    }

    @Test
    void fromFile_otherRing_isRefused() throws Exception {
        RingFile.write(file, List.of(one));
        try (RingSource source = RingSources.fromFile(file, "payments", TIMEOUT)) {
            assertThatThrownBy(source::current)
                    .isInstanceOf(RingFormatException.class)
                    .hasMessageContaining("must hold ring payments only, but holds ring orders");
        }
    }

    @Test
    void fromFile_missing_throwsWithinTheTimeout() {
        try (RingSource source = RingSources.fromFile(file, "orders", TIMEOUT)) {
            assertThatThrownBy(source::current).isInstanceOf(RingNotFoundException.class);
        }
    }
}
