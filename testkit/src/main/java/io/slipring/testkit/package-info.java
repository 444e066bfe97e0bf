/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tools to test sharded topics and the applications behind them: {@link io.slipring.testkit.ShardedTopologyDriver a topology
 * over many partitions} without any broker, {@link io.slipring.testkit.EmbeddedBroker a broker in this JVM}, {@link
 * io.slipring.testkit.BrokerCluster brokers in processes} that can be killed, {@link io.slipring.testkit.JavaProcess
 * applications in processes}, and {@link io.slipring.testkit.TestData records} to feed them.
 */
@org.jspecify.annotations.NullMarked
package io.slipring.testkit;
