/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

/**
 * How one variant did with one workload. Its totals were right, or there would be no result.
 *
 * @param workload its name
 * @param keys how many
 * @param variant its name
 * @param records whose totals were checked
 * @param recordsPerSecond while there was a backlog
 * @param recordsPerCpuSecond the same by the application's processor time
 * @param recordsPerCpuSecondWithBroker the same by that and the broker's
 * @param rate at which latency was measured, records per second
 * @param p50Millis from when a record was due to when a consumer of committed records saw it in a total
 * @param inputBytes written to the input, per record
 * @param betweenBytes to the repartition or transfer topic, per record
 * @param changelogBytes to changelogs, per record
 * @param outputBytes to the output, per record
 * @param liveHeapBytes of the application after a full collection
 * @param nativeBytes resident outside of the heap, at most
 * @param restartMillis from the start of its process with all its state in place until it ran
 */
public record SteadyResult(
        String workload,
        int keys,
        String variant,
        long records,
        double recordsPerSecond,
        double recordsPerCpuSecond,
        double recordsPerCpuSecondWithBroker,
        double rate,
        double p50Millis,
        double p99Millis,
        double p999Millis,
        double inputBytes,
        double betweenBytes,
        double changelogBytes,
        double outputBytes,
        long liveHeapBytes,
        long nativeBytes,
        long restartMillis) {}
