/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.errors.AccessException;
import io.slipring.errors.SlipringException;
import io.slipring.processor.CommitHeader;
import io.slipring.ring.source.Deadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/**
 * Follows an application's home changelogs and transfer topic, as a reader without a group, and stops them for a {@link Cut}.
 *
 * <p>The home changelogs come first: each is read to where it ended when the cut began, and on to the next ledger. Then the
 * transfers, to where they end now, so that all are there that the ledgers have sent. Ends are those of uncommitted data, so
 * that a transaction counts whose records one partition shows already and another not yet.
 *
 * <p>Not thread-safe.
 */
final class LiveTopics {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MAX_TRIES = 20;

    private final Consumer<byte[], byte[]> consumer;
    private final Offsets offsets;
    private final String homeTopic;
    private final String transferTopic;
    private final Duration patience;
    private final Sought sought;
    private final List<Partition> partitions = new ArrayList<>();
    /** Whether transfers were purged before they were read, so that the cut under way can't be explained. */
    private boolean purged;

    /**
     * Binds to topics.
     *
     * @param consumer reads committed records only, commits no offsets, and has no policy for an offset out of range
     * @param patience longest time without getting on
     * @param sought cells that are of interest one by one
     */
    LiveTopics(
            Consumer<byte[], byte[]> consumer,
            Offsets offsets,
            String homeTopic,
            String transferTopic,
            Duration patience,
            Sought sought) {
        this.consumer = consumer;
        this.offsets = offsets;
        this.homeTopic = homeTopic;
        this.transferTopic = transferTopic;
        this.patience = patience;
        this.sought = sought;
    }

    /** What is read of a partition. */
    private final class Partition {
        private final int number;
        private final TopicPartition homeLog;
        private final TopicPartition transferLog;
        private final HomeTail home = new HomeTail(sought);
        private final TransferTail transfers = new TransferTail(sought);
        /** Records behind the ledger at which the task is stopped. */
        private final Deque<ConsumerRecord<byte[], byte[]>> behind = new ArrayDeque<>();

        private long end;
        private boolean stopped;

        Partition(int number) {
            this.number = number;
            this.homeLog = new TopicPartition(homeTopic, number);
            this.transferLog = new TopicPartition(transferTopic, number);
        }

        void take(ConsumerRecord<byte[], byte[]> record) {
            if (stopped) {
                behind.add(record);
            } else {
                home.apply(record.key(), record.value());
                stopped = home.unsealed() == 0 && record.offset() + 1 >= end;
            }
        }

        /** Goes on from the ledger of the cut before to one at or behind an end. */
        void resume(long newEnd) {
            end = newEnd;
            stopped = false;
            while (!stopped && !behind.isEmpty()) {
                take(behind.remove());
            }
        }

        Cut.Task task() {
            return new Cut.Task(number, home, transfers);
        }
    }

    /**
     * Stops every task at a ledger that is younger than the call, or at its last one.
     *
     * @return the tasks; what they consist of changes with the next call
     * @throws io.slipring.errors.RingTimeoutException if reading doesn't get on
     */
    List<Cut.Task> next() {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            purged = false;
            extend(Math.min(offsets.partitions(homeTopic), offsets.partitions(transferTopic)));
            Map<TopicPartition, Long> homeEnds = offsets.ends(logs(true));
            partitions.forEach(partition -> partition.resume(homeEnds.getOrDefault(partition.homeLog, 0L)));
            readHome();
            Map<TopicPartition, Long> transferEnds = offsets.ends(logs(false));
            readTransfers(transferEnds);
            boolean grown = partitions.stream()
                    .flatMap(partition -> partition.home.ledger().traffic().keySet().stream())
                    .anyMatch(peer -> peer >= partitions.size());
            if (!purged && !grown) {
                return partitions.stream().map(Partition::task).toList();
            }
        }
        throw new SlipringException("application grew, or transfers were purged from topic " + transferTopic
                + " before they could be read, " + MAX_TRIES
                + " times in succession; audit closer to the brokers, or with a larger slipring.purge.interval.ms");
    }

    /** Forgets the transfers that the cut has explained. */
    void forget(Cut cut) {
        partitions.forEach(
                partition -> partition.transfers.forget(partition.home.ledger().transferPosition(), cut::commit));
    }

    private List<TopicPartition> logs(boolean home) {
        return partitions.stream()
                .map(partition -> home ? partition.homeLog : partition.transferLog)
                .toList();
    }

    private void extend(int width) {
        if (width <= partitions.size()) {
            return;
        }
        List<Partition> added = IntStream.range(partitions.size(), width)
                .mapToObj(Partition::new)
                .toList();
        partitions.addAll(added);
        List<TopicPartition> all = new ArrayList<>(logs(true));
        all.addAll(logs(false));
        consumer.assign(all);
        List<TopicPartition> fresh = new ArrayList<>();
        added.forEach(partition -> fresh.addAll(List.of(partition.homeLog, partition.transferLog)));
        // Known before the first end is asked for: what was purged until now is in every ledger that is read.
        offsets.beginnings(fresh).forEach(consumer::seek);
    }

    private void readHome() {
        Progress progress = new Progress();
        while (true) {
            stopAtEnd();
            List<Partition> waiting =
                    partitions.stream().filter(partition -> !partition.stopped).toList();
            if (waiting.isEmpty()) {
                return;
            }
            Set<TopicPartition> paused = partitions.stream()
                    .filter(partition -> partition.stopped)
                    .map(partition -> partition.homeLog)
                    .collect(Collectors.toSet());
            consumer.resume(waiting.stream().map(partition -> partition.homeLog).toList());
            consumer.pause(paused);
            progress.check(waiting.stream()
                    .collect(Collectors.toMap(partition -> partition.homeLog, partition -> partition.end)));
            poll();
        }
    }

    /** Stops the tasks whose changelog is read to its end, be there a ledger or not. */
    private void stopAtEnd() {
        List<Partition> read = partitions.stream()
                .filter(partition -> !partition.stopped && consumer.position(partition.homeLog) >= partition.end)
                .toList();
        List<TopicPartition> unsealed = read.stream()
                .filter(partition -> partition.home.unsealed() > 0)
                .map(partition -> partition.homeLog)
                .toList();
        // A transaction that is under way would have more, committed or not.
        Map<TopicPartition, Long> ends = unsealed.isEmpty() ? Map.of() : offsets.ends(unsealed);
        for (Partition partition : read) {
            long end = ends.getOrDefault(partition.homeLog, partition.end);
            partition.stopped = consumer.position(partition.homeLog) >= end;
            partition.end = Math.max(partition.end, end);
        }
    }

    private void readTransfers(Map<TopicPartition, Long> ends) {
        consumer.pause(logs(true));
        Progress progress = new Progress();
        Map<TopicPartition, Long> waiting = new HashMap<>(ends);
        while (true) {
            waiting.entrySet().removeIf(log -> consumer.position(log.getKey()) >= log.getValue());
            if (waiting.isEmpty()) {
                return;
            }
            progress.check(waiting);
            poll();
        }
    }

    private void poll() {
        try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                take(record);
            }
        } catch (TopicAuthorizationException e) {
            throw AccessException.reading(e);
        } catch (OffsetOutOfRangeException e) {
            Collection<TopicPartition> gone = e.offsetOutOfRangePartitions().keySet();
            if (gone.stream().anyMatch(log -> log.topic().equals(homeTopic))) {
                throw e;
            }
            purged = true;
            offsets.beginnings(gone).forEach(consumer::seek);
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        Partition partition = partitions.get(record.partition());
        try {
            if (record.topic().equals(homeTopic)) {
                partition.take(record);
            } else {
                partition.transfers.add(record.offset(), CommitHeader.read(record.headers()), record.value());
            }
        } catch (RuntimeException e) {
            throw new SlipringException(
                    "record at offset " + record.offset() + " of partition " + record.partition() + " of topic "
                            + record.topic() + " can't be read: " + e.getMessage()
                            + "; was it written by a newer version, or by something else?",
                    e);
        }
    }

    /** Fails when none of the logs that are waited for gets on for too long. */
    private final class Progress {
        private Deadline deadline = Deadline.in(patience);
        private Map<TopicPartition, Long> before = Map.of();

        void check(Map<TopicPartition, Long> waiting) {
            Map<TopicPartition, Long> now = new HashMap<>();
            waiting.keySet().forEach(log -> now.put(log, consumer.position(log)));
            if (!now.equals(before)) {
                before = now;
                deadline = Deadline.in(patience);
            } else if (deadline.passed()) {
                Map.Entry<TopicPartition, Long> first =
                        waiting.entrySet().iterator().next();
                throw deadline.timeout(
                        "partition " + first.getKey().partition() + " of topic "
                                + first.getKey().topic() + " to be readable up to offset " + first.getValue()
                                + ", it is up to " + now.get(first.getKey())
                                + ": a transaction is open since then; if an instance has died, its transaction.timeout.ms ends it, so audit again or with a larger --timeout-ms",
                        null);
            }
        }
    }
}
