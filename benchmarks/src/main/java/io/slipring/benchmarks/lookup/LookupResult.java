/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.lookup;

/**
 * What one way to place a record takes.
 *
 * @param way its name
 * @param shards how many there were, which are partitions
 * @param nanos median time of a call
 * @param ratio of that time to Kafka's way, the median of the ratios of all rounds
 * @param lowestRatio of a round
 * @param highestRatio of a round
 * @param bytes allocated by a call
 */
public record LookupResult(
        String way, int shards, double nanos, double ratio, double lowestRatio, double highestRatio, double bytes) {}
