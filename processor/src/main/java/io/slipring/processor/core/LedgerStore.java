/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import org.jspecify.annotations.Nullable;

/** Keeps a task's {@link Ledger}; committed together with the home state. */
public interface LedgerStore {
    /** The ledger last saved, or null for a new task. */
    @Nullable
    Ledger load();

    void save(Ledger ledger);
}
