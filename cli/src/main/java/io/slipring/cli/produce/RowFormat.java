/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.produce;

/** What rows become. */
enum RowFormat {
    /** A value is a JSON object. */
    JSON,
    /** A value is an Avro record, or a key an Avro string, with its schema in a registry. */
    AVRO,
    /** The same in Avro's single-object encoding. */
    AVRO_SINGLE_OBJECT,
    /** Text: of a value its only column. */
    STRING,
    /** A whole number in 8 bytes: of a value its only column. */
    LONG;

    boolean isAvro() {
        return this == AVRO || this == AVRO_SINGLE_OBJECT;
    }
}
