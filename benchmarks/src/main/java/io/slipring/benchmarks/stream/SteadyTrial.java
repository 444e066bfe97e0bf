/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** One variant with one workload: first a backlog, for throughput, then a steady rate, for latency, then a restart. */
final class SteadyTrial implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int SEED = 42;

    private final BenchCluster cluster;
    private final SteadySettings settings;
    private final Workload workload;
    private final int keys;
    private final AppSpec spec;
    private final Expected expected;
    private final OutputReader reader;
    private final Load backlog;
    private AppProcess app;

    /** Sends the backlog, and starts the application. */
    SteadyTrial(BenchCluster cluster, SteadySettings settings, Workload workload, int keys, Variant variant) {
        this.cluster = cluster;
        this.settings = settings;
        this.workload = workload;
        this.keys = keys;
        String name = variant + "-" + workload + "-" + keys;
        this.spec = new AppSpec(
                variant,
                name,
                cluster.bootstrapServers(),
                name + "-input",
                settings.partitions(),
                settings.threads(),
                settings.commit(),
                Duration.ofSeconds(1),
                0,
                cluster.path(name + "-state"));
        this.expected = new Expected(keys);
        var unused = cluster.prepare(spec);
        this.reader = new OutputReader(cluster, spec, keys);
        this.backlog = Load.of(workload, keys, warmUp() + settings.records(), settings.valueBytes(), SEED);
        expected.add(backlog);
        try (Feeder feeder = new Feeder(cluster, spec)) {
            feeder.send(backlog);
        }
        this.app = AppProcess.launch(spec, log("backlog"), settings.jvmArgs());
    }

    private int warmUp() {
        return settings.records() / 3;
    }

    /** What it could take, and what it took for that. */
    record Throughput(
            double perSecond, double perCpuSecond, double perCpuSecondWithBroker, TopicBytes bytes, long records) {}

    /** How late totals were. */
    record Latency(Histogram nanos, AppProcess.Memory memory, long restartMillis) {}

    /** Waits until the backlog is in totals. */
    Throughput throughput() {
        try (UsageSampler usage = new UsageSampler(app.pid());
                UsageSampler broker = new UsageSampler(cluster.brokerPid())) {
            app.awaitRunning();
            long running = System.currentTimeMillis();
            reader.awaitQuiet(expected.records(), settings.commit(), PATIENCE, app);
            reader.requireExactly(expected);
            OutputReader.Moment from = begin(reader.curve(), warmUp(), running);
            long to = reader.curve().get(reader.curve().size() - 1).millis();
            double records = backlog.records() - from.records();
            double cpu = usage.between(from.millis(), to);
            double brokerCpu = broker.between(from.millis(), to);
            TopicBytes bytes = TopicBytes.of(cluster.admin(), spec);
            return new Throughput(
                    records / Math.max(1e-3, (to - from.millis()) / 1e3),
                    records / Math.max(1e-2, cpu),
                    records / Math.max(1e-2, cpu + brokerCpu),
                    bytes,
                    backlog.records());
        }
    }

    /** The first moment after the warm-up, or the application's start if all records came in at once. */
    private static OutputReader.Moment begin(List<OutputReader.Moment> curve, int warmUp, long running) {
        OutputReader.Moment end = curve.get(curve.size() - 1);
        return curve.stream()
                .filter(moment -> moment.records() >= warmUp && moment.millis() < end.millis())
                .findFirst()
                .orElse(new OutputReader.Moment(Math.min(running, end.millis() - 1), 0));
    }

    /** Measures latency at a rate, records per second, and ends the application. */
    Latency latency(double rate) {
        Load load = Load.of(workload, keys, settings.pacedRecords(), settings.valueBytes(), SEED + 1);
        expected.add(load);
        Histogram histogram = new Histogram(TimeUnit.MINUTES.toNanos(10), 3);
        long[] countsFrom = {0};
        Pending pending = new Pending(reader.counts(), (key, intended, latency) -> {
            if (intended >= countsFrom[0]) {
                histogram.recordValue(Math.min(latency, histogram.getHighestTrackableValue()));
            }
        });
        reader.listen(pending::arrived);
        try (Following following = new Following(reader, PATIENCE);
                Feeder feeder = new Feeder(cluster, spec)) {
            countsFrom[0] = System.nanoTime() + (long) (0.25e9 * load.records() / rate);
            feeder.send(load, rate, pending::sending);
            following.await(expected.records(), app);
        }
        reader.requireExactly(expected);
        AppProcess.Memory memory = app.stop();
        long start = System.nanoTime();
        app = AppProcess.launch(spec, log("restart"), settings.jvmArgs());
        app.awaitRunning();
        long restart = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        var unused = app.stop();
        return new Latency(histogram, memory, restart);
    }

    private Path log(String phase) {
        return cluster.path(spec.name() + "-" + phase + ".log");
    }

    @Override
    public void close() {
        app.close();
        reader.close();
        cluster.forget(spec);
    }
}
