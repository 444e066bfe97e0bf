/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What measurements of whole applications share: a broker, the application, each in a process of its own, its input and its
 * output.
 *
 * <ol>
 *   <li>a {@code Load} is a stream of keys, the same each time; a {@code Feeder} sends it, as fast as it can or at a rate;
 *   <li>the {@code AppMain} of an {@code AppSpec} aggregates it: by this library or by the DSL of Kafka Streams;
 *   <li>an {@code Outcome} reads the output afterwards, and checks it; a {@code LiveOutput} follows it, for latencies;
 *   <li>a {@code UsageSampler} looks at the processes meanwhile, and {@code TopicBytes} at the topics.
 * </ol>
 */
@org.jspecify.annotations.NullMarked
package io.slipring.benchmarks.stream;
