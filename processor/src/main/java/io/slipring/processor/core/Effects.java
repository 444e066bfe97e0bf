/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

/** What a shard does to the world; atomic with its stores and the input's offsets. */
public interface Effects<A> {
    /**
     * Emits the update of a key that this shard owns; with windows that of a {@linkplain Cells cell}, each one or only the last;
     * with sessions that of one of them, as an aggregate of it alone.
     *
     * @param key serialized key, or the cell's bytes
     * @param aggregate over all the key's records that this shard knows; not used by the core afterwards
     * @param records their number; never lower than in an earlier update of the key
     * @param timestamp the largest of their timestamps
     */
    void emit(byte[] key, A aggregate, long records, long timestamp);

    /**
     * Emits that a session which was emitted is none any more: it was joined to another, or erased. Does nothing by default.
     *
     * @param cell that of the key
     * @param start of the session
     * @param end of the session
     */
    default void retract(byte[] cell, long start, long end) {}

    /**
     * Takes note that state of a key was erased; does nothing by default.
     *
     * @param key serialized key, or one of its {@linkplain Cells cells}
     * @param records source records inside it
     * @param timestamp the largest of their timestamps
     */
    default void erased(byte[] key, long records, long timestamp) {}

    /** Sends a transfer to the task of a partition. */
    void send(int partition, Transfer transfer);
}
