/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks at the application's committed offsets every {@link #INTERVAL_NANOS}, in a thread of its own, and measures how long
 * partitions stand still.
 */
public final class OffsetWatch implements AutoCloseable {
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long ANSWER_SECONDS = 10;

    private final Admin admin;
    private final String group;
    private final List<TopicPartition> partitions;
    private final IntToLongFunction acknowledged;
    private final Observer observer;
    private final GapMeter gaps;
    private final Thread thread;
    private volatile List<Long> committed;
    private volatile long maxGapMillis;
    private volatile boolean stopping;

    /**
     * Starts looking.
     *
     * @param partitions every partition that the input topic will have
     * @param acknowledged for a partition, the offset behind the last record that the brokers acknowledged; thread-safe
     */
    public OffsetWatch(Admin admin, String group, List<TopicPartition> partitions, IntToLongFunction acknowledged) {
        this(admin, group, partitions, acknowledged, (nowNanos, committed) -> {});
    }

    /**
     * Starts looking.
     *
     * @param partitions every partition that the input topic will have
     * @param acknowledged for a partition, the offset behind the last record that the brokers acknowledged; thread-safe
     * @param observer told of every look, on the watching thread
     */
    public OffsetWatch(
            Admin admin,
            String group,
            List<TopicPartition> partitions,
            IntToLongFunction acknowledged,
            Observer observer) {
        this.admin = admin;
        this.group = group;
        this.partitions = List.copyOf(partitions);
        this.acknowledged = acknowledged;
        this.observer = observer;
        this.gaps = new GapMeter(partitions.size(), System.nanoTime());
        this.committed = Collections.nCopies(partitions.size(), 0L);
        this.thread = new Thread(this::run, "offset-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long next = System.nanoTime();
        while (!stopping) {
            look();
            next += INTERVAL_NANOS;
            LockSupport.parkNanos(Math.max(0, next - System.nanoTime()));
        }
    }

    private void look() {
        long[] ends = partitions.stream()
                .mapToLong(p -> acknowledged.applyAsLong(p.partition()))
                .toArray();
        Map<TopicPartition, OffsetAndMetadata> offsets;
        try {
            offsets = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // No answer is no progress: the gap goes on until one comes.
            return;
        } catch (InterruptedException e) {
            stopping = true;
            return;
        }
        long now = System.nanoTime();
        List<Long> seen = new ArrayList<>(partitions.size());
        for (int i = 0; i < partitions.size(); i++) {
            OffsetAndMetadata offset = offsets.get(partitions.get(i));
            seen.add(offset == null ? 0 : offset.offset());
            gaps.observe(i, now, ends[i], seen.get(i));
        }
        committed = seen;
        observer.observe(now, seen);
        maxGapMillis = gaps.maxGapMillis();
    }

    /** The committed offset of each partition when it was last looked at; 0 where there was none. */
    public List<Long> committed() {
        return committed;
    }

    /** Records behind the committed offsets, over all partitions; the input topic has no markers between records. */
    public long processed() {
        return committed.stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Waits until so many records are processed.
     *
     * @throws IllegalStateException if they are not in time
     */
    public void awaitProcessed(long records, Duration timeout) {
        Deadline.of(timeout)
                .await(() -> processed() >= records, () -> records + " records to be processed, so far " + processed());
    }

    /**
     * The longest time that a partition with records pending went without progress. Pending: the brokers acknowledged a
     * record, and the committed offset is not behind it yet. Progress: that offset moved.
     */
    public long maxGapMillis() {
        return maxGapMillis;
    }

    @Override
    public void close() {
        stop();
    }

    /** Ends the looking. */
    public void stop() {
        stopping = true;
        LockSupport.unpark(thread);
        try {
            thread.join(TimeUnit.SECONDS.toMillis(ANSWER_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes note of the committed offsets. */
    @FunctionalInterface
    public interface Observer {
        /**
         * Takes note of one look.
         *
         * @param nowNanos when the offsets were looked at, as of {@link System#nanoTime()}
         * @param committed by partition; 0 where there is none yet
         */
        void observe(long nowNanos, List<Long> committed);
    }
}
