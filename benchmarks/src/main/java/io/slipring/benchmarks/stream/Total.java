/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.nio.ByteBuffer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/** The aggregate of a key, with any library: count and sum of its numbers. */
record Total(long count, long sum) {
    static final Total NOTHING = new Total(0, 0);
    private static final int BYTES = 2 * Long.BYTES;

    Total plus(long number) {
        return new Total(count + 1, sum + number);
    }

    Total plus(Total other) {
        return new Total(count + other.count, sum + other.sum);
    }

    /**
     * Its binary form.
     *
     * @param bytes how long, if more than the 16 that it needs
     */
    static Serde<Total> serde(int bytes) {
        return Serdes.serdeFrom(
                (topic, total) -> total == null
                        ? null
                        : ByteBuffer.allocate(Math.max(bytes, BYTES))
                                .putLong(total.count)
                                .putLong(total.sum)
                                .array(),
                (topic, data) -> data == null ? null : read(data));
    }

    static Total read(byte[] data) {
        ByteBuffer buffer = ByteBuffer.wrap(data);
        return new Total(buffer.getLong(), buffer.getLong());
    }
}
