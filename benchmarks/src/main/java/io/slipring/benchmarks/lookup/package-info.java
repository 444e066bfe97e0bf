/* SPDX-License-Identifier: Apache-2.0 */
/** Times single calls with JMH: from a key to its partition, in several ways. */
@org.jspecify.annotations.NullMarked
package io.slipring.benchmarks.lookup;
