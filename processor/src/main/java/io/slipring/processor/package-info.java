/* SPDX-License-Identifier: Apache-2.0 */
/** Aggregation over a ring as a Kafka Streams processor. */
@NullMarked
package io.slipring.processor;

import org.jspecify.annotations.NullMarked;
