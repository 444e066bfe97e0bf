/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * A transfer as it came, not yet decoded: a deserializer that fails would leave it to the application's exception handler
 * whether a partial is lost.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record IncomingTransfer(byte[] bytes) {
    static Serde<Object> serde() {
        Deserializer<Object> deserializer = (topic, bytes) -> new IncomingTransfer(bytes == null ? new byte[0] : bytes);
        return Serdes.serdeFrom(
                (topic, value) -> TransferCodec.encode(((OutgoingTransfer) value).transfer()), deserializer);
    }
}
