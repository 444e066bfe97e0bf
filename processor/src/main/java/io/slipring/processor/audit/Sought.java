/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import java.util.Arrays;

/**
 * A key of which the cells are sought: itself without windows, one for each of its windows with.
 *
 * @param key serialized; of no length if nothing is sought
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Sought(byte[] key) {
    static final Sought NOTHING = new Sought(new byte[0]);

    /** Whether a cell is the key's, with windows or without. */
    boolean mayBe(byte[] cell) {
        return key.length > 0 && (is(cell, false) || is(cell, true));
    }

    /**
     * Whether a cell is the key's.
     *
     * @param windows whether the application has windows; without knowing, {@code 42} and {@code customer42} are alike
     */
    boolean is(byte[] cell, boolean windows) {
        int before = windows ? Long.BYTES : 0;
        return cell.length == before + key.length && Arrays.equals(cell, before, cell.length, key, 0, key.length);
    }
}
