/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What is measured of a steady state.
 *
 * @param records measured for throughput, at least 1; a third as many come before, to warm up
 * @param pacedRecords sent at a rate to measure latency, at least 1; the first quarter does not count
 * @param keys numbers of keys
 * @param rate records per second for latency; empty for half of what the variant can take
 * @param partitions of the input, the topic between and the output
 * @param threads stream threads
 * @param commit interval of commits
 * @param valueBytes of a record
 * @param jvmArgs more options for the JVMs of applications
 */
public record SteadySettings(
        int records,
        int pacedRecords,
        List<Integer> keys,
        List<Workload> workloads,
        List<Variant> variants,
        OptionalDouble rate,
        int partitions,
        int threads,
        Duration commit,
        int valueBytes,
        List<String> jvmArgs) {
    public SteadySettings {
        keys = List.copyOf(keys);
        workloads = List.copyOf(workloads);
        variants = List.copyOf(variants);
        jvmArgs = List.copyOf(jvmArgs);
    }
}
