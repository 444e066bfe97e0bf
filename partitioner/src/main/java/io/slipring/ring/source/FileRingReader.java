/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import io.slipring.errors.RingFormatException;
import io.slipring.ring.Ring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows a ring in a file: looks at its time and size at an interval and reads it again when they changed. */
final class FileRingReader implements RingReader {
    private static final Logger LOG = LoggerFactory.getLogger(RingSource.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Path file;
    private final RingHistory history;
    private final ScheduledExecutorService thread;
    private final Warnings warnings = new Warnings(LOG);
    private @Nullable Object seen;

    private FileRingReader(Path file, String ring) {
        this.file = file;
        this.history = new RingHistory(ring, "file " + file);
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "slipring-ring-reader-" + ring);
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Starts following; returns at once. */
    static FileRingReader start(Path file, String ring) {
        return start(file, ring, INTERVAL);
    }

    static FileRingReader start(Path file, String ring, Duration interval) {
        FileRingReader reader = new FileRingReader(file, ring);
        // Nothing waits for the task itself: it reports into the history.
        var unused = reader.thread.scheduleWithFixedDelay(reader::look, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
        return reader;
    }

    @Override
    public RingHistory history() {
        return history;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void look() {
        try {
            Object now = stamp();
            if (now == null || !now.equals(seen)) {
                List<Ring> rings = RingFile.read(file);
                rings.forEach(this::requireName);
                history.learn(rings, null);
                seen = now;
            }
        } catch (IOException e) {
            obstructed(new KafkaException("Ring file " + file + " cannot be read: " + e, e));
        } catch (KafkaException e) {
            obstructed(e);
        }
    }

    private void obstructed(KafkaException failure) {
        seen = null;
        history.obstructed(failure, false);
        warnings.warn("Cannot read the ring now, trying again ring=" + history.ring() + " reason=\""
                + failure.getMessage() + "\"");
    }

    private void requireName(Ring ring) {
        if (!ring.name().equals(history.ring())) {
            throw new RingFormatException("Ring file " + file + " must hold ring " + history.ring()
                    + " only, but holds ring " + ring.name() + "; correct " + RingSourceConfig.RING_CONFIG
                    + " or the file");
        }
    }

    private @Nullable Object stamp() throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return List.of(attributes.lastModifiedTime(), attributes.size());
    }
}
