/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;

/** Keys as their bytes, checked against their format when read. */
record KeyBytesSerde(KeyReader format) implements Serde<Bytes> {
    @Override
    public Serializer<Bytes> serializer() {
        return Serdes.Bytes().serializer();
    }

    @Override
    @SuppressWarnings("NullAway") // Kafka's contract: a null key is read as null
    public Deserializer<Bytes> deserializer() {
        return (topic, bytes) -> {
            if (bytes == null) {
                return null;
            }
            format.check(bytes);
            return Bytes.wrap(bytes);
        };
    }
}
