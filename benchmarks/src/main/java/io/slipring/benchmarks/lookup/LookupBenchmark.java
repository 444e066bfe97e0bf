/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.lookup;

import com.dynatrace.hash4j.consistent.ConsistentBucketHasher;
import com.dynatrace.hash4j.consistent.ConsistentHashing;
import com.dynatrace.hash4j.random.PseudoRandomGeneratorProvider;
import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.slipring.ring.Tokens;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time and allocation of one lookup, key bytes to partition, over the same stream with hot keys.
 *
 * <p>Many short iterations, because the median of few long ones moves with whatever else the machine does. {@link LookupBench}
 * runs all in turn, and computes ratios.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 10, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class LookupBenchmark {
    private static final int VALUE_BYTES = 100;

    private final HashFunction murmur128 = Hashing.murmur3_128();
    private final ConsistentBucketHasher jumpBack =
            ConsistentHashing.jumpBackHash(PseudoRandomGeneratorProvider.splitMix64_V1());

    /** The plain ring. */
    @Benchmark
    public int ring(Placed.Stream stream, Placed.Plain placed) {
        return placed.router().partition("orders", stream.next(), stream.shards);
    }

    /** The ring with declared splits, and detection. */
    @Benchmark
    public int declared(Placed.Stream stream, Placed.Declared placed) {
        return placed.router().partition("orders", stream.next(), VALUE_BYTES, stream.shards);
    }

    /** The ring in mode adaptive. */
    @Benchmark
    public int adaptive(Placed.Stream stream, Placed.Adaptive placed) {
        return placed.router().partition("orders", stream.next(), VALUE_BYTES, stream.shards);
    }

    /** Kafka's way. */
    @Benchmark
    public int murmur2(Placed.Stream stream) {
        return BuiltInPartitioner.partitionForKey(stream.next(), stream.shards);
    }

    /** Guava's jump hash over its murmur3. */
    @Benchmark
    public int guava(Placed.Stream stream) {
        return Hashing.consistentHash(murmur128.hashBytes(stream.next()), stream.shards);
    }

    /** MD5 and a sorted map. */
    @Benchmark
    public int ketama(Placed.Stream stream, Placed.KetamaRing placed) {
        return placed.ketama().shard(stream.next());
    }

    /** JumpBackHash over our hash. */
    @Benchmark
    public int jumpBack(Placed.Stream stream) {
        return jumpBack.getBucket(Tokens.token(stream.next()), stream.shards);
    }
}
