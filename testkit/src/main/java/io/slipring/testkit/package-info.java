/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tools to test sharded topics and the applications behind them: {@link io.slipring.testkit.EmbeddedBroker a broker in this
 * JVM}, {@link io.slipring.testkit.BrokerCluster brokers in processes} that can be killed, and {@link
 * io.slipring.testkit.JavaProcess applications in processes}.
 */
@org.jspecify.annotations.NullMarked
package io.slipring.testkit;
