/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

/** What keys are made of. */
enum KeyFormat {
    /** UTF-8 text. */
    STRING,
    /** Any bytes. */
    BYTES,
    /** 8 bytes. */
    LONG,
    /** JSON. */
    JSON,
    /** Avro by a registry. */
    AVRO,
    /** Avro's single-object encoding. */
    AVRO_SINGLE_OBJECT;

    KeyReader reader(Formats formats) {
        return switch (this) {
            case STRING -> PlainKey.STRING;
            case BYTES -> PlainKey.BYTES;
            case LONG -> PlainKey.LONG;
            case JSON -> PlainKey.JSON;
            case AVRO -> new AvroKeys(formats.registered());
            case AVRO_SINGLE_OBJECT -> new AvroKeys(formats.singleObject(AppSettings.KEY_SCHEMA_CONFIG));
        };
    }
}
