/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Real processes, killed and frozen while the ring changes, then a recount.
 *
 * <ol>
 *   <li>{@code ChaosCommand} reads options, {@code Chaos} runs the whole;
 *   <li>{@code FaultPlan} and {@code RingPlan} draw what will happen from a seed, without I/O;
 *   <li>{@code ChaosCluster} starts brokers, topics and the {@code AppInstance}s, {@code Traffic} the producers; {@code Stage}
 *       holds them and what watches them;
 *   <li>{@code FaultLane} and {@code RingLane} carry the plans out side by side;
 *   <li>{@code Recoveries}, {@code Handoffs} and {@code Timings} measure how long it takes the application to come back;
 *   <li>{@code Recount} reads everything back, and {@code ChaosReport} says what was found.
 * </ol>
 */
@org.jspecify.annotations.NullMarked
package io.slipring.cli.chaos;
