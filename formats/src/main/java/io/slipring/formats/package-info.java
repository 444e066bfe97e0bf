/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Avro records outside of Slipring's own messages. A record's bytes name the schema that wrote them ({@link
 * io.slipring.formats.Framing}); that schema comes from a registry ({@link io.slipring.formats.SchemaRegistry}) or from
 * files; {@link io.slipring.formats.AvroDecoder} reads the record, {@link io.slipring.formats.AvroEncoder} writes one, {@link
 * io.slipring.formats.JsonToAvro} makes one of JSON.
 */
@org.jspecify.annotations.NullMarked
package io.slipring.formats;
