/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks;

import io.slipring.partitioner.HotKeySettings;
import io.slipring.partitioner.SplittingRouter;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.ring.ShardId;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import io.slipring.ring.source.RingSources;
import io.slipring.testkit.Zipf;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Time and allocation of placing one record of a stream with hot keys (Zipf 1.0): ours in mode adaptive, with detection, splits
 * and counting of load, and Kafka's murmur2 and modulo.
 *
 * <p>{@link #main} runs both in turn and prints medians and their ratio; see {@link LookupReport} for its arguments.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class PartitionBenchmark {
    private static final int KEYS = 4_096;
    private static final int RECORDS = 65_536;
    private static final int KEY_BYTES = 24;
    private static final int VALUE_BYTES = 100;
    private static final int SPLITS = 8;

    /** Shards of the ring, and partitions of the topic. */
    @Param({"16", "256", "1024"})
    public int shards;

    private final byte[][] keys = new byte[KEYS][KEY_BYTES];
    private final char[] order = new char[RECORDS];
    private SplittingRouter router = router(Rings.create("orders", 1, Placements.balanced(), List.of("orders")));
    private ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
    private int next;

    /** Makes the ring, the keys, and a stream in which the eight hottest keys are split. */
    @Setup
    public void prepare() {
        Random random = new Random(42);
        for (byte[] key : keys) {
            random.nextBytes(key);
        }
        Zipf zipf = new Zipf(KEYS, 1.0, 42);
        for (int i = 0; i < RECORDS; i++) {
            order[i] = (char) zipf.getAsInt();
        }
        List<SplitKey> splits = new ArrayList<>();
        for (int rank = 0; rank < SPLITS; rank++) {
            int first = rank;
            splits.add(new SplitKey(
                    keys[rank],
                    IntStream.range(0, 8)
                            .mapToObj(i -> new ShardId((first + i) % shards))
                            .toList()));
        }
        router.close();
        router = router(Rings.create("orders", shards, Placements.balanced(), List.of("orders")).toBuilder()
                .splitMode(SplitMode.ADAPTIVE)
                .splits(splits)
                .build());
        var unused =
                ticker.scheduleWithFixedDelay(() -> router.tick(System.nanoTime()), 200, 200, TimeUnit.MILLISECONDS);
    }

    /** Ends the ticking. */
    @TearDown
    public void end() {
        ticker.shutdownNow();
        router.close();
    }

    /** The splitting router's way. */
    @Benchmark
    public int ring() {
        return router.partition("orders", key(), VALUE_BYTES, shards);
    }

    /** Kafka's way. */
    @Benchmark
    public int murmur2() {
        return BuiltInPartitioner.partitionForKey(key(), shards);
    }

    /**
     * Runs the benchmark and prints the report.
     *
     * @param args see {@link LookupReport}
     */
    public static void main(String[] args) throws RunnerException {
        System.exit(LookupReport.run(PartitionBenchmark.class, 1.2, args) ? 0 : 1);
    }

    private byte[] key() {
        return keys[order[next++ & (RECORDS - 1)]];
    }

    private static SplittingRouter router(Ring ring) {
        return new SplittingRouter(RingSources.fixed(ring), HotKeySettings.DEFAULT, 16_384);
    }
}
