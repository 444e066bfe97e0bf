/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tools to test sharded topics and the applications behind them: {@link io.slipring.testkit.EmbeddedBroker a broker in this
 * JVM}.
 */
@org.jspecify.annotations.NullMarked
package io.slipring.testkit;
