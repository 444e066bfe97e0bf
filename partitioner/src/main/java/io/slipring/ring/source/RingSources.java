/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.ring.Ring;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Opens ring sources.
 *
 * <p>Sources of the same place (same ring, topic and client settings, or same file) share one reader inside the JVM. So a
 * component that needs the ring opens a source of its own and closes it when done; nobody has to know who is last.
 * Opening never blocks and never fails on the place's account: the first question to the source does.
 */
public final class RingSources {
    private RingSources() {}

    /** Opens the source that a configuration names: its file if it names one, else its topic. */
    public static RingSource open(RingSourceConfig config) {
        return config.file()
                .map(file -> fromFile(file, config.ring(), config.timeout()))
                .orElseGet(() -> fromTopic(new TopicRingSourceConfig(config.ring(), config.control())));
    }

    /** Follows a ring in a control topic. */
    public static RingSource fromTopic(TopicRingSourceConfig config) {
        return SharedReaders.instance()
                .open(config.place(), config.control().timeout(), () -> TopicRingReader.start(config));
    }

    /**
     * Follows a ring in a file that {@link RingFile} wrote; the file is looked at once a second.
     *
     * @param ring name that the ring in the file must have
     * @param timeout how long questions wait while the file is missing or damaged
     */
    public static RingSource fromFile(Path file, String ring, Duration timeout) {
        Path absolute = file.toAbsolutePath().normalize();
        return SharedReaders.instance()
                .open(List.of(absolute, ring), timeout, () -> FileRingReader.start(absolute, ring));
    }

    /** Holds the given epochs of one ring, and what is published to it later. */
    public static SettableRingSource fixed(Ring... rings) {
        return new SettableRingSource(List.of(rings));
    }
}
