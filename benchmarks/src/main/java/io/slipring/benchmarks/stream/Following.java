/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Follows the output in a thread of its own, for latencies as they are. */
final class Following implements AutoCloseable {
    private final OutputReader reader;
    private final Duration patience;
    private final Thread thread;
    private volatile @Nullable RuntimeException failure;
    private volatile long seen;
    private volatile boolean stopping;

    Following(OutputReader reader, Duration patience) {
        this.reader = reader;
        this.patience = patience;
        this.thread = new Thread(this::run, "output-follower");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (!stopping) {
                reader.poll(Duration.ofMillis(100));
                seen = reader.records();
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Waits until so many records are in totals. */
    void await(long records, AppProcess app) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (seen < records) {
            app.requireAlive();
            RuntimeException failed = failure;
            if (failed != null) {
                throw new KafkaException("Cannot follow the output", failed);
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "Waited " + patience + " for " + records + " records in totals, there are " + seen);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    /** Ends it; the reader is the caller's again. */
    @Override
    public void close() {
        stopping = true;
        try {
            thread.join(patience.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
