/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The keyed storage behind {@link HomeState}; keys are ordered as unsigned bytes. */
public interface HomeStore {
    /** The value of a key, or null. */
    byte @Nullable [] get(byte[] key);

    /** Sets the value of a key; null deletes. */
    void put(byte[] key, byte @Nullable [] value);

    /** Does the same for several, in this order; a store may have a cheaper way. */
    default void putAll(List<Entry> entries) {
        entries.forEach(entry -> put(entry.key(), entry.value()));
    }

    /**
     * Visits the entries with {@code from <= key < to} in ascending order until the visitor returns false. The visitor does
     * not change the store.
     *
     * @param to exclusive upper bound; null: to the end
     */
    void scan(byte[] from, byte @Nullable [] to, BiPredicate<byte[], byte[]> visitor);

    /** A key with its value, or with null if it is to be deleted. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Entry(byte[] key, byte @Nullable [] value) {}
}
