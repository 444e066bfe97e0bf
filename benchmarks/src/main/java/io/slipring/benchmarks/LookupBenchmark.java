/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks;

import io.slipring.partitioner.Router;
import io.slipring.ring.Placements;
import io.slipring.ring.Rings;
import io.slipring.ring.source.RingSources;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Time and allocation of one lookup, key bytes to partition: ours and Kafka's murmur2 and modulo, over the same keys.
 *
 * <p>Many short iterations, because the median of few long ones moves with whatever else the machine does.
 *
 * <p>{@link #main} runs both in turn and prints medians and their ratio; see {@link LookupReport} for its arguments.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class LookupBenchmark {
    private static final int KEYS = 4_096;
    private static final int KEY_BYTES = 24;

    /** Shards of the ring, and partitions of the topic. */
    @Param({"16", "256", "1024"})
    public int shards;

    private final byte[][] keys = new byte[KEYS][KEY_BYTES];
    private Router router = router(1);
    private int next;

    /** Makes the ring and the keys. */
    @Setup
    public void prepare() {
        Random random = new Random(42);
        for (byte[] key : keys) {
            random.nextBytes(key);
        }
        router = router(shards);
    }

    /** The router's way. */
    @Benchmark
    public int ring() {
        return router.partition("orders", key(), shards);
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
        System.exit(LookupReport.run(LookupBenchmark.class, 0.6, args) ? 0 : 1);
    }

    private byte[] key() {
        return keys[next++ & (KEYS - 1)];
    }

    private static Router router(int shards) {
        return new Router(RingSources.fixed(Rings.create("orders", shards, Placements.balanced(), List.of("orders"))));
    }
}
