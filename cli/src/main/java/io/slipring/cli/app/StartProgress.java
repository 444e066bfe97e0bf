/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** How far an instance has got with its start, and when it last got on. Thread-safe. */
final class StartProgress implements StateRestoreListener {
    private final AtomicLong restored = new AtomicLong();
    private final AtomicLong last = new AtomicLong(System.nanoTime());

    void progressed() {
        last.set(System.nanoTime());
    }

    Duration sinceProgress() {
        return Duration.ofNanos(System.nanoTime() - last.get());
    }

    @Override
    public void onRestoreStart(TopicPartition changelog, String store, long startingOffset, long endingOffset) {
        progressed();
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long batchEndOffset, long records) {
        restored.addAndGet(records);
        progressed();
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long total) {
        progressed();
    }

    @Override
    public String toString() {
        return restored.get() + " records of state restored";
    }
}
