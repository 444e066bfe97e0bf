/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * A stream of records: a number for a key each, in a value that has the key, too, as it would in most records. Immutable.
 *
 * @param keys how many keys there are
 * @param order indexes of keys, a record each
 * @param valueBytes size of a value; a little more if the key has no room in it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Load(int keys, int[] order, int valueBytes) {
    private static final String PREFIX = "user-";
    private static final int NUMBER_BYTES = Long.BYTES;

    static Load of(Workload workload, int keys, int records, int valueBytes, long seed) {
        return new Load(keys, workload.draw(keys, records, seed), valueBytes);
    }

    /** Each key so many times, in turn. */
    static Load each(int keys, int times, int valueBytes) {
        int[] order = new int[keys * times];
        for (int i = 0; i < order.length; i++) {
            order[i] = i % keys;
        }
        return new Load(keys, order, valueBytes);
    }

    int records() {
        return order.length;
    }

    /** The number in a record. */
    static long number(int record) {
        return 1L + record % 1_000;
    }

    static String key(int index) {
        return PREFIX + index;
    }

    static byte[] keyBytes(int index) {
        return Utils.utf8(key(index));
    }

    /** The index of a key. */
    static int index(String key) {
        return Integer.parseInt(key.substring(PREFIX.length()));
    }

    byte[] value(int record, byte[] key) {
        byte[] value = new byte[Math.max(valueBytes, NUMBER_BYTES + 1 + key.length)];
        ByteBuffer.wrap(value).putLong(number(record)).put((byte) key.length).put(key);
        return value;
    }

    static long numberOf(byte[] value) {
        return ByteBuffer.wrap(value).getLong();
    }

    static String keyOf(byte[] value) {
        return new String(value, NUMBER_BYTES + 1, value[NUMBER_BYTES], StandardCharsets.UTF_8);
    }
}
