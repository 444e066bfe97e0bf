/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;

/** What users do today to get one more partition, and the physical limit. */
final class GrowRivals implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final BenchCluster cluster;
    private final GrowSettings settings;
    private final AppSpec grown;
    private final Expected expected;
    private final AppSpec reprocessing;
    private final List<AppSpec> started = new ArrayList<>();
    private final List<AppSpec> ended = new ArrayList<>();

    /**
     * Prepares them.
     *
     * @param grown the application that grew, and does not run now
     * @param expected what its totals are
     */
    GrowRivals(BenchCluster cluster, GrowSettings settings, AppSpec grown, Expected expected) {
        this.cluster = cluster;
        this.settings = settings;
        this.grown = grown;
        this.expected = expected;
        this.reprocessing = spec(Variant.DSL_REPARTITION, "reprocess", grown.input());
    }

    /** What was copied, and in what time. */
    record Copy(long millis, long bytes) {}

    /** Copies what was transferred. */
    Copy copyRaw(Map<TopicPartition, Long> from) {
        cluster.createTopic("raw-copy", settings.shards() + 1, Map.of());
        return timed("raw-copy", from, true);
    }

    /** Reads the input again with one partition more; returns the time until the last total was written. */
    long reprocess() {
        cluster.createOutput(reprocessing);
        started.add(reprocessing);
        long start = System.currentTimeMillis();
        try (OutputReader reader = new OutputReader(cluster, reprocessing, settings.keys());
                AppProcess app = AppProcess.start(reprocessing, cluster.path("reprocess.log"), settings.jvmArgs())) {
            reader.awaitQuiet(expected.records(), settings.commit(), PATIENCE, app);
            reader.requireExactly(expected);
            var unused = app.stop();
            ended.add(reprocessing);
            return reader.lastMillis() - start;
        }
    }

    /** Copies the state that {@link #reprocess()} made into a changelog with one partition more, and starts on that. */
    Copy copyState() {
        AppSpec copied = spec(Variant.DSL, "copied", "copied-input");
        var unused = cluster.prepare(copied);
        started.add(copied);
        String changelog = copied.name() + "-" + Topologies.STORE + "-changelog";
        cluster.createTopic(
                changelog,
                copied.partitions(),
                Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
        Map<TopicPartition, Long> from = new HashMap<>();
        for (int partition = 0; partition < reprocessing.partitions(); partition++) {
            from.put(new TopicPartition(reprocessing.name() + "-" + Topologies.STORE + "-changelog", partition), 0L);
        }
        long start = System.nanoTime();
        Copy copy = timed(changelog, from, false);
        try (AppProcess app = AppProcess.start(copied, cluster.path("copied.log"), settings.jvmArgs())) {
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            var unusedMemory = app.stop();
            ended.add(copied);
            return new Copy(millis, copy.bytes());
        }
    }

    private Copy timed(String to, Map<TopicPartition, Long> from, boolean samePartition) {
        long start = System.nanoTime();
        long bytes = new Copying(cluster, settings.commit()).copy(from, to, samePartition);
        return new Copy(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), bytes);
    }

    private AppSpec spec(Variant variant, String name, String input) {
        return new AppSpec(
                variant,
                name,
                grown.bootstrapServers(),
                input,
                settings.shards() + 1,
                settings.threads(),
                settings.commit(),
                grown.progress(),
                grown.aggregateBytes(),
                cluster.path(name + "-state"));
    }

    /** Deletes the other applications; while there is one that is not registered with the ring, its topics don't grow. */
    @Override
    public void close() {
        started.forEach(cluster::forget);
        ended.forEach(cluster::forgetGroup);
    }
}
