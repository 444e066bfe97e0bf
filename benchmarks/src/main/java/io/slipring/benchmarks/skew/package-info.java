/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Compares how evenly ways of partitioning load partitions, on the same streams of records.
 *
 * <ol>
 *   <li>a {@code SkewStream} is a stream of keys, the same each time;
 *   <li>each {@code Scheme} places it, as several producers at once would;
 *   <li>a {@code Placing} runs one through the other and measures an {@code Outcome} per detection window;
 *   <li>{@link io.slipring.benchmarks.skew.SkewBench} runs all, {@link io.slipring.benchmarks.skew.SkewPage} writes the page.
 * </ol>
 *
 * <p>{@link io.slipring.benchmarks.skew.BrokerBench} does the same on a broker, for throughput and lag.
 */
@org.jspecify.annotations.NullMarked
package io.slipring.benchmarks.skew;
