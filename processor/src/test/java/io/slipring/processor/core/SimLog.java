/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.ArrayList;
import java.util.List;

/** A partition of the transfer topic as a read_committed reader sees it: up to the first open transaction, without aborted ones. */
final class SimLog {
    enum State {
        OPEN,
        COMMITTED,
        ABORTED
    }

    /** What one task did since its last commit. */
    static final class Transaction {
        State state = State.OPEN;
    }

    /** A transfer, where it is, and the number of the commit that it carries. */
    record Entry(int offset, Transfer transfer, long commit, Transaction transaction) {}

    private final List<Entry> entries = new ArrayList<>();
    private final List<Entry> withPartials = new ArrayList<>();

    void append(Transfer transfer, long commit, Transaction transaction) {
        Entry entry = new Entry(entries.size(), transfer, commit, transaction);
        entries.add(entry);
        if (!transfer.partials().isEmpty()) {
            withPartials.add(entry);
        }
    }

    List<Entry> entries() {
        return entries;
    }

    /** Transfers that carry records. */
    List<Entry> withPartials() {
        return withPartials;
    }

    /** The offset of the next transfer that can be read at or after the given one, or -1. */
    int next(int offset, boolean uncommitted) {
        for (int i = offset; i < entries.size(); i++) {
            State state = entries.get(i).transaction().state;
            if (state == State.COMMITTED || uncommitted) {
                return i;
            }
            if (state == State.OPEN) {
                return -1;
            }
        }
        return -1;
    }

    Transfer transfer(int offset) {
        return entries.get(offset).transfer();
    }

    /** Committed transfers from an offset on, also those behind an open transaction. */
    List<Transfer> inFlight(int offset) {
        List<Transfer> transfers = new ArrayList<>();
        for (int i = offset; i < entries.size(); i++) {
            if (entries.get(i).transaction().state == State.COMMITTED) {
                transfers.add(entries.get(i).transfer());
            }
        }
        return transfers;
    }
}
