/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.audit;

import io.slipring.processor.core.Ledger;
import io.slipring.ring.Ring;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An application's state: of each task its home state and ledger at one of its commits, and all transfers that lie between
 * two of those ledgers. The commits need not be of one moment.
 *
 * @param tasks by ascending partition, from 0 on
 * @param rings by epoch, at least those of the ledgers
 */
record Cut(List<Task> tasks, Map<Integer, Ring> rings) {
    /** A task's part. */
    record Task(int partition, HomeTail home, TransferTail transfers) {
        Ledger ledger() {
            return home.ledger();
        }
    }

    /** Describes the application's windows; empty if it has none. */
    Optional<String> windows() {
        return tasks.stream()
                .map(task -> task.ledger().state().windows().windows())
                .filter(windows -> !windows.isEmpty())
                .findFirst();
    }

    /** Number of the commit of a task's ledger; 0 for one that the cut hasn't got. */
    long commit(int partition) {
        return partition < tasks.size() ? tasks.get(partition).ledger().commit() : 0;
    }

    /** Visits the transfers to a task that one ledger has and the other has not. */
    void between(Task task, TransferTail.Visitor visitor) {
        task.transfers().between(task.ledger().transferPosition(), this::commit, visitor);
    }
}
