/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import io.slipring.admin.RingGrowth;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.source.ControlPlane;
import io.slipring.schemas.TaskProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The application that grows: filled once, then grown twice. */
final class GrowTrial implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(30);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final int VALUE_BYTES = 40;
    private static final int SEED = 42;
    /** Enough to tell how many records per second the application can take. */
    private static final int BURST = 200_000;

    private final BenchCluster cluster;
    private final GrowSettings settings;
    private final AppSpec spec;
    private final Expected expected;
    private final OutputReader reader;
    private final ControlPlane control;
    private Ring ring;
    private AppProcess app;
    private int starts;
    private Map<TopicPartition, Long> transferredFrom = Map.of();

    GrowTrial(BenchCluster cluster, GrowSettings settings) {
        this.cluster = cluster;
        this.settings = settings;
        this.spec = new AppSpec(
                Variant.SLIPRING,
                "grow",
                cluster.bootstrapServers(),
                "grow-input",
                settings.shards(),
                settings.threads(),
                settings.commit(),
                Duration.ofMillis(100),
                settings.aggregateBytes(),
                cluster.path("grow-state"));
        this.expected = new Expected(settings.keys());
        this.ring = cluster.prepare(spec);
        this.reader = new OutputReader(cluster, spec, settings.keys());
        this.control = ControlPlane.of(cluster.control());
        this.app = launch();
    }

    private AppProcess launch() {
        starts++;
        Path log = cluster.path("grow-" + starts + ".log");
        return AppProcess.launch(spec, log, settings.jvmArgs());
    }

    AppSpec spec() {
        return spec;
    }

    Expected expected() {
        return expected;
    }

    /** Where the transfer topic ended before the first growth. */
    Map<TopicPartition, Long> transferredFrom() {
        return transferredFrom;
    }

    /** Sends a record of every key, and waits until all are in totals. */
    void fill() {
        app.awaitRunning();
        Load load = Load.each(settings.keys(), 1, VALUE_BYTES);
        expected.add(load);
        try (Feeder feeder = new Feeder(cluster, spec)) {
            feeder.send(load);
        }
        awaitTotals();
    }

    private void awaitTotals() {
        reader.awaitQuiet(expected.records(), settings.commit(), PATIENCE, app);
        reader.requireExactly(expected);
    }

    /** Ends the application, so that something else has the machine. */
    void pause() {
        var unused = app.stop();
    }

    void resume() {
        app = launch();
        app.awaitRunning();
    }

    /** Grows with nothing else to do. */
    GrowResult.Move growIdle() {
        transferredFrom = ends(spec.transfer(), settings.shards());
        return grow();
    }

    /** What a growth under load took, and what became of the load. */
    record Loaded(GrowResult.Move move, GrowResult.Load load) {}

    /** Finds out how much the application can take, sends a part of that, and grows meanwhile. */
    Loaded growUnderLoad() {
        double most = burst();
        double rate = Math.max(1, settings.load() * most);
        Load load = Load.of(Workload.UNIFORM, settings.keys(), 1 << 20, VALUE_BYTES, SEED);
        Ring before = ring;
        Ring after = RingChange.on(ring).addShards(1).next();
        Observations staying = new Observations();
        Observations moving = new Observations();
        Pending pending = new Pending(reader.counts(), (key, intended, latency) -> {
            byte[] bytes = Load.keyBytes(key);
            boolean moves = before.partitionOf(bytes) != after.partitionOf(bytes);
            (moves ? moving : staying).add(intended, latency);
        });
        reader.listen(pending::arrived);
        long start = System.nanoTime();
        GrowResult.Move move;
        long growing;
        long grown;
        int sent;
        try (Following following = new Following(reader, PATIENCE);
                Feeder feeder = new Feeder(cluster, spec)) {
            CompletableFuture<Void> enough = new CompletableFuture<>();
            CompletableFuture<Integer> sending = CompletableFuture.supplyAsync(
                    () -> feeder.send(load, rate, pending::sending, record -> !enough.isDone()));
            try {
                LockSupport.parkNanos(settings.around().multipliedBy(2).toNanos());
                growing = System.nanoTime();
                move = grow();
                grown = System.nanoTime();
                LockSupport.parkNanos(settings.around().toNanos());
            } finally {
                enough.complete(null);
            }
            sent = sending.join();
            expected.add(load, sent);
            following.await(expected.records(), app);
        }
        reader.listen((key, count) -> {});
        reader.requireExactly(expected);
        long warm = start + settings.around().toNanos();
        // A growth is over sooner than its effect on the output, which comes with a commit.
        long settled = grown + settings.commit().toNanos();
        double dip = 1 - staying.arrivedPerSecond(growing, settled) / staying.arrivedPerSecond(warm, growing);
        return new Loaded(
                move,
                new GrowResult.Load(
                        most,
                        rate,
                        sent,
                        dip,
                        latencies(staying, warm, growing, settled),
                        latencies(moving, warm, growing, settled)));
    }

    private static GrowResult.Latencies latencies(Observations of, long warm, long growing, long grown) {
        Histogram during = of.due(growing, grown);
        return new GrowResult.Latencies(
                SteadyBench.millis(of.due(warm, growing), 99),
                SteadyBench.millis(during, 99),
                SteadyBench.millis(of.due(grown, Long.MAX_VALUE / 2 + grown), 99),
                SteadyBench.millis(during, 100));
    }

    /** Sends many records at once; returns how many per second came into totals. */
    private double burst() {
        int records = Math.min(BURST, 2 * settings.keys());
        Load load = Load.of(Workload.UNIFORM, settings.keys(), records, VALUE_BYTES, SEED + 1);
        expected.add(load);
        long before = reader.records();
        try (Feeder feeder = new Feeder(cluster, spec)) {
            feeder.send(load);
        }
        awaitTotals();
        List<OutputReader.Moment> curve = reader.curve().stream()
                .filter(moment -> moment.records() > before)
                .toList();
        OutputReader.Moment first = curve.get(0);
        OutputReader.Moment last = curve.get(curve.size() - 1);
        // All in one commit: it was no more than that takes.
        double seconds = Math.max(settings.commit().toMillis(), last.millis() - first.millis()) / 1e3;
        return (last.records() - (curve.size() == 1 ? before : first.records())) / seconds;
    }

    private GrowResult.Move grow() {
        TopicBytes bytesBefore = TopicBytes.of(cluster.admin(), spec);
        long shippedBefore =
                tasks().stream().mapToLong(TaskProgress::getShippedBytes).sum();
        long start = System.nanoTime();
        ring = RingChange.on(ring).addShards(1).next();
        RingGrowth growth = new RingGrowth(cluster.admin(), cluster.control());
        var unused = growth.execute(growth.plan(ring, control.read()));
        long published = System.nanoTime();
        List<TaskProgress> tasks = awaitSettled();
        long settled = System.nanoTime();
        TopicBytes written = TopicBytes.of(cluster.admin(), spec).since(bytesBefore);
        long moved = tasks.stream().mapToLong(TaskProgress::getShippedBytes).sum() - shippedBefore;
        return new GrowResult.Move(
                moved,
                TimeUnit.NANOSECONDS.toMillis(published - start),
                TimeUnit.NANOSECONDS.toMillis(settled - published),
                written.between(),
                written.changelog(),
                (written.between() + written.changelog()) / (double) Math.max(1, moved),
                moved / ((settled - published) / 1e9));
    }

    /** Waits until all tasks have adopted the newest epoch and have nothing left. */
    private List<TaskProgress> awaitSettled() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            app.requireAlive();
            List<TaskProgress> tasks = tasks();
            if (tasks.size() >= ring.requiredPartitions() && tasks.stream().allMatch(this::isSettled)) {
                return tasks;
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("Waited " + PATIENCE + " for all tasks to settle at epoch "
                        + ring.epoch().value() + ", they are " + tasks);
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private boolean isSettled(TaskProgress task) {
        return task.getEpoch() == ring.epoch().value()
                && task.getVnodesToShip() == 0
                && task.getVnodesAwaited() == 0
                && task.getVnodesReleasing() == 0;
    }

    /** Keys and values in all home stores. */
    long stateBytes() {
        return tasks().stream().mapToLong(TaskProgress::getHomeBytes).sum();
    }

    private List<TaskProgress> tasks() {
        return control.read().tasks(spec.ring(), spec.name());
    }

    private Map<TopicPartition, Long> ends(String topic, int partitions) {
        try {
            Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
            for (int partition = 0; partition < partitions; partition++) {
                asked.put(new TopicPartition(topic, partition), OffsetSpec.latest());
            }
            Map<TopicPartition, Long> ends = new HashMap<>();
            for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end :
                    cluster.admin().listOffsets(asked).all().get().entrySet()) {
                ends.put(end.getKey(), end.getValue().offset());
            }
            // The partition that the growth adds, to which all goes.
            ends.put(new TopicPartition(topic, partitions), 0L);
            return ends;
        } catch (ExecutionException e) {
            throw new KafkaException("Cannot read the ends of " + topic + ": " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("Interrupted while reading the ends of " + topic, e);
        }
    }

    @Override
    public void close() {
        app.close();
        reader.close();
        control.close();
    }
}
