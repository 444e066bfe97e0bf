/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.errors.internals.ExceptionHandlerUtils;

/**
 * Makes dead letters small enough to be sent: their headers come on top of a record that may have had the largest size. The stack
 * trace goes first, then the value, whose place is in the headers.
 */
final class DeadLetterSize {
    /** Header of a letter without its value: how many bytes that had. */
    static final String VALUE_BYTES = "slipring.dead.letter.value.bytes";

    /** What a batch and a record take beside their keys, values and headers. */
    private static final int OVERHEAD = 128;

    private static final int HEADER_OVERHEAD = 10;

    private DeadLetterSize() {}

    static ProducerRecord<byte[], byte[]> fitting(ProducerRecord<byte[], byte[]> letter, int maxBytes) {
        if (bytes(letter) <= maxBytes) {
            return letter;
        }
        letter.headers().remove(ExceptionHandlerUtils.HEADER_ERRORS_STACKTRACE_NAME);
        if (bytes(letter) <= maxBytes || letter.value() == null) {
            return letter;
        }
        letter.headers()
                .add(VALUE_BYTES, Integer.toString(letter.value().length).getBytes(StandardCharsets.UTF_8));
        return new ProducerRecord<>(
                letter.topic(), letter.partition(), letter.timestamp(), letter.key(), null, letter.headers());
    }

    private static long bytes(ProducerRecord<byte[], byte[]> letter) {
        long bytes = OVERHEAD + length(letter.key()) + length(letter.value());
        for (Header header : letter.headers()) {
            bytes += HEADER_OVERHEAD + header.key().length() * 3L + length(header.value());
        }
        return bytes;
    }

    private static long length(byte[] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
