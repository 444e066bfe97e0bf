/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;

/** A reader of values as Kafka wants it. */
@SuppressWarnings("NullAway") // Kafka's contract: a null value is read as null
record FieldsDeserializer(ValueReader values) implements Deserializer<Fields> {
    @Override
    public Fields deserialize(String topic, byte[] value) {
        return deserialize(topic, new RecordHeaders(), value);
    }

    @Override
    public Fields deserialize(String topic, Headers headers, byte[] value) {
        return value == null ? null : values.fields(headers, value);
    }
}
