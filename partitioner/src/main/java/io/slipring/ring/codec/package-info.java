/* SPDX-License-Identifier: Apache-2.0 */
/** The ring as bytes: Avro single-object encoding of {@code RingDefinition}. */
@org.jspecify.annotations.NullMarked
package io.slipring.ring.codec;
