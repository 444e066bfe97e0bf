/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Keeps a task's {@link Ledger} up to date between two commits: the core's caller tells it of everything that comes and goes,
 * and closes it after the core has settled. Used by the task's thread alone.
 */
public final class LedgerBook {
    private final LedgerStore store;
    private final TreeMap<String, long[]> sources = new TreeMap<>();
    private final TreeMap<Integer, Ledger.Traffic> traffic;
    private long commit;
    private long skipped;
    private long transferPosition;
    private boolean dirty;
    /** The topic of the last record and its position; records mostly come from one. */
    private String lastTopic = "";

    private long[] lastPosition = {0};

    /** Opens at the ledger last saved. */
    public LedgerBook(LedgerStore store) {
        Ledger loaded = store.load();
        Ledger last = loaded == null ? Ledger.NEW : loaded;
        this.store = store;
        last.sources().forEach((topic, position) -> sources.put(topic, new long[] {position}));
        this.traffic = new TreeMap<>(last.traffic());
        this.commit = last.commit();
        this.skipped = last.skipped();
        this.transferPosition = last.transferPosition();
    }

    /** Number of the commit under way, which every transfer sent now carries. */
    public long commit() {
        return commit + 1;
    }

    /** Takes note of a source record, folded or not. */
    public void took(String topic, long offset) {
        if (!topic.equals(lastTopic)) {
            lastTopic = topic;
            lastPosition = sources.computeIfAbsent(topic, first -> new long[1]);
        }
        lastPosition[0] = offset + 1;
        dirty = true;
    }

    /** Takes note that the source record last taken is not folded. */
    public void skipped() {
        skipped++;
        dirty = true;
    }

    /** Takes note of a transfer that is sent and carries the number of the commit under way. */
    public void sent(int to, Transfer transfer) {
        add(to, recordsOf(transfer), 0);
    }

    /** Takes note of a transfer that came, and whether it carried the number of its commit. */
    public void received(Transfer transfer, long offset, boolean numbered) {
        transferPosition = offset + 1;
        dirty = true;
        if (numbered) {
            add(transfer.from(), 0, recordsOf(transfer));
        }
    }

    /**
     * Saves the ledger of the commit under way if anything has changed.
     *
     * @param saved the state that the core has saved for this commit, if it has
     * @param present the core's state if it hasn't
     */
    public void close(Optional<TaskState> saved, Supplier<TaskState> present) {
        if (saved.isPresent() || dirty) {
            commit++;
            TreeMap<String, Long> positions = new TreeMap<>();
            sources.forEach((topic, position) -> positions.put(topic, position[0]));
            store.save(new Ledger(commit, skipped, positions, transferPosition, traffic, saved.orElseGet(present)));
            dirty = false;
        }
    }

    private void add(int partition, long sent, long received) {
        traffic.merge(
                partition,
                new Ledger.Traffic(sent, received),
                (a, b) -> new Ledger.Traffic(a.sent() + b.sent(), a.received() + b.received()));
        dirty = true;
    }

    private static long recordsOf(Transfer transfer) {
        long records = 0;
        for (Transfer.Partial partial : transfer.partials()) {
            records += Envelope.recordsOf(partial.envelope());
        }
        return records;
    }
}
