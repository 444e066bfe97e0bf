/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.skew;

import java.util.List;

/**
 * How one scheme did on a real broker, where each partition's consumer can do a quarter more than the mean.
 *
 * @param scheme murmur2, ring, pkg, adaptive or planned
 * @param partitions how many there were
 * @param recordsPerSecond records over the time until the last was consumed
 * @param producedPerSecond records over the time until the last was acknowledged
 * @param lags records of each partition not consumed when the last was produced
 */
public record BrokerResult(
        String scheme, int partitions, double recordsPerSecond, double producedPerSecond, List<Long> lags) {
    public BrokerResult {
        lags = List.copyOf(lags);
    }

    /** The largest lag. */
    public long maxLag() {
        return lags.stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
