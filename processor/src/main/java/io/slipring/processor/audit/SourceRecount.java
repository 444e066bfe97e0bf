/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.processor.audit.Finding.Kind;
import io.slipring.processor.core.Counters;
import io.slipring.processor.core.Ledger;
import io.slipring.ring.Ring;
import io.slipring.ring.Tokens;
import io.slipring.schemas.Erasure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Compares the source topics, key by key, with a cut. It starts with what the cut holds of each key and takes away what the
 * source topics hold of it, up to where the cut's tasks have read: nothing may be left.
 *
 * <p>Source records between a ledger's position and what the group had committed before the cut count too: the application
 * says it is done with them, so they must be dead letters.
 */
final class SourceRecount {
    private static final int SHOWN_KEYS = 20;

    private final Cut cut;
    private final KeyCounts left = new KeyCounts();
    private final Map<TopicPartition, Long> targets;
    private final List<Partition> partitions = new ArrayList<>();
    private final List<Erasure> erasures;
    private final List<Finding> findings = new ArrayList<>();

    private static final class Partition {
        private long records;
        private long withoutKeyOrValue;
        private long deadLetters;
    }

    /**
     * Starts with the cut.
     *
     * @param committed offsets of the application's group, as of before the cut
     * @param erasures of keys of which the state may have fewer records than the source topics
     */
    SourceRecount(Cut cut, Map<TopicPartition, Long> committed, List<String> sourceTopics, List<Erasure> erasures) {
        this.cut = cut;
        this.erasures = List.copyOf(erasures);
        this.targets =
                new TreeMap<>(Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition));
        for (Cut.Task task : cut.tasks()) {
            partitions.add(new Partition());
            task.home().keys().forEach(left::add);
            cut.between(task, (message, sign) -> {
                long[] partials = message.partials();
                for (int i = 0; i < partials.length; i += 3) {
                    left.add(partials[i], partials[i + 1], sign * partials[i + 2]);
                }
            });
            for (String topic : sourceTopics) {
                TopicPartition log = new TopicPartition(topic, task.partition());
                targets.put(
                        log,
                        Math.max(task.ledger().sources().getOrDefault(topic, 0L), committed.getOrDefault(log, 0L)));
            }
        }
    }

    /** By partition of a source topic, the offset up to which it is to be counted. */
    Map<TopicPartition, Long> targets() {
        return targets;
    }

    /** Takes note of where a source log begins. */
    void begins(TopicPartition log, long offset) {
        if (offset > 0 && targets.getOrDefault(log, 0L) > 0) {
            findings.add(new Finding(
                    Kind.SOURCE_GONE,
                    log.partition(),
                    -1,
                    -1,
                    offset,
                    "partition %d: it can't be recounted, as topic %s begins at offset %d; audit without --deep"
                            .formatted(log.partition(), log.topic(), offset)));
        }
    }

    /** Counts a record of a source topic. */
    void source(TopicPartition log, long offset, byte @Nullable [] key, byte @Nullable [] value) {
        if (offset < targets.getOrDefault(log, 0L)) {
            Partition partition = partitions.get(log.partition());
            partition.records++;
            if (key == null || value == null) {
                partition.withoutKeyOrValue++;
            } else {
                left.add(KeyCounts.token(key), KeyCounts.check(key), -1);
            }
        }
    }

    /** Counts a dead letter, given where it comes from. */
    void deadLetter(TopicPartition log, long offset, byte @Nullable [] key, byte @Nullable [] value) {
        if (offset < targets.getOrDefault(log, 0L)) {
            Partition partition = partitions.get(log.partition());
            partition.deadLetters++;
            if (key != null && value != null) {
                left.add(KeyCounts.token(key), KeyCounts.check(key), 1);
            }
        }
    }

    /** What it comes to. */
    AuditReport.Recount result() {
        List<AuditReport.Recount.Partition> results = new ArrayList<>();
        for (Cut.Task task : cut.tasks()) {
            Partition counted = partitions.get(task.partition());
            Ledger ledger = task.ledger();
            Counters counters = ledger.state().counters();
            long taken = counters.consumed() + ledger.skipped();
            long difference = taken + counted.deadLetters - counted.records;
            results.add(new AuditReport.Recount.Partition(
                    task.partition(), counted.records, counted.withoutKeyOrValue, counted.deadLetters, difference));
            if (difference != 0) {
                findings.add(new Finding(
                        Kind.SOURCE,
                        task.partition(),
                        -1,
                        -1,
                        difference,
                        "partition %d: its source holds %d records, the task took %d and %d are dead letters: %s%s"
                                .formatted(
                                        task.partition(),
                                        counted.records,
                                        taken,
                                        counted.deadLetters,
                                        difference < 0
                                                ? -difference + " records lost"
                                                : difference + " records too many",
                                        counted.deadLetters == 0 && difference < 0
                                                ? "; if unreadable records go to a dead-letter topic, name it with --dead-letter-topic"
                                                : "")));
            }
        }
        for (Erasure erasure : erasures) {
            if (left.get(erasure.getToken(), erasure.getCheck()) < 0) {
                left.set(erasure.getToken(), erasure.getCheck(), 0);
            }
        }
        List<Finding> keys = new ArrayList<>();
        left.forEach((token, check, count) -> {
            if (keys.size() < SHOWN_KEYS) {
                keys.add(keyFinding(token, count));
            }
        });
        findings.addAll(keys);
        return new AuditReport.Recount(results, left.keys());
    }

    private Finding keyFinding(long token, long count) {
        int vnode = Tokens.vnode(token);
        int holder = cut.tasks().stream()
                .mapToInt(Cut.Task::partition)
                .filter(partition -> owns(partition, vnode))
                .findFirst()
                .orElse(-1);
        return new Finding(
                Kind.KEY,
                holder,
                -1,
                vnode,
                count,
                "partition %d: of the key with token %016x, vnode %d, the state has %d records %s than the source"
                        .formatted(holder, token, vnode, Math.abs(count), count < 0 ? "fewer" : "more"));
    }

    private boolean owns(int partition, int vnode) {
        Ring ring = cut.rings().get(cut.tasks().get(partition).ledger().state().epoch());
        return ring != null && ring.partitionOfVnode(vnode) == partition;
    }

    /** What is wrong; complete after {@link #result}. */
    List<Finding> findings() {
        return findings;
    }
}
