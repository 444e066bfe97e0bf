/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Ring;
import io.slipring.ring.VnodeSet;
import java.util.List;
import java.util.Map;

/** Knows what was produced and committed, and so what must be true. */
final class Oracle {
    private static final int VNODE_BYTES = 2;
    private static final int AGGREGATE_OFFSET = 17;

    private final Simulation world;
    private final long[] produced = new long[SimKeys.count()];
    private final long[] consumed = new long[SimKeys.count()];
    private final long[] updated = new long[SimKeys.count()];
    /** Keys that are or were to be erased: what is there of them is some of what was produced. */
    private final boolean[] erasing = new boolean[SimKeys.count()];

    private final long[][] timestamps = new long[SimKeys.count()][];
    private final int[] readTo;

    Oracle(Simulation world) {
        this.world = world;
        this.readTo = new int[world.plan().partitions()];
    }

    /** Takes note of a record; the bit that stands for it, or {@code REFUSED} if the key has had all that a mask can hold. */
    int produce(int key, long timestamp) {
        int bit = Long.bitCount(produced[key]);
        if (bit == Long.SIZE) {
            return Mask.OfRecords.REFUSED;
        }
        if (timestamps[key] == null) {
            timestamps[key] = new long[Long.SIZE];
        }
        timestamps[key][bit] = timestamp;
        produced[key] |= 1L << bit;
        return bit;
    }

    /** Takes note that a key is to be erased. */
    void erasing(int key) {
        erasing[key] = true;
    }

    boolean mayErase(int key) {
        return erasing[key];
    }

    /** Checks that nothing is left of a key. */
    void checkErased(int key) {
        for (SimTask task : world.tasks()) {
            for (byte[] storeKey : task.store().committed().keySet()) {
                Violation.unless(
                        SimKeys.index(storeKey, VNODE_BYTES) != key,
                        "task %d still has key %d, which was erased",
                        task.partition(),
                        key);
            }
        }
    }

    /** Checks that a partial says of its records what is true of them. */
    void checkPartial(int task, int key, long bits, long records, long timestamp) {
        Violation.unless(bits != 0, "task %d has a partial of key %d over nothing", task, key);
        Violation.unless(
                Long.bitCount(bits) == records,
                "task %d has %x of key %d but counts %d records",
                task,
                bits,
                key,
                records);
        long latest = Long.MIN_VALUE;
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            latest = Math.max(latest, timestamps[key][Long.numberOfTrailingZeros(rest)]);
        }
        Violation.unless(latest == timestamp, "task %d has %x of key %d with timestamp %d", task, bits, key, timestamp);
    }

    /** Checks the updates of a commit, then all that is committed. */
    void committed(int task, List<SimTask.Update> updates) {
        for (SimTask.Update update : updates) {
            int key = update.key();
            Violation.unless(
                    erasing[key] || (updated[key] & ~update.bits()) == 0,
                    "task %d emits key %d with %x after %x was emitted",
                    task,
                    key,
                    update.bits(),
                    updated[key]);
            updated[key] = update.bits();
        }
        List<Simulation.Record> source = world.source(task);
        for (; readTo[task] < world.task(task).committedRead(); readTo[task]++) {
            Simulation.Record record = source.get(readTo[task]);
            if (record.bit() != Mask.OfRecords.REFUSED) {
                consumed[record.key()] |= 1L << record.bit();
            }
        }
        checkCounters(world.task(task));
        checkConservation();
        checkOwners();
        checkLedger(world.task(task));
        for (int peer = 0; peer < readTo.length; peer++) {
            checkTraffic(task, peer);
            checkTraffic(peer, task);
        }
    }

    private static void checkCounters(SimTask task) {
        Counters counters = task.committed().orElse(TaskState.NEW).counters();
        long entries = 0;
        long bytes = 0;
        long records = 0;
        for (Map.Entry<byte[], byte[]> entry : task.store().committed().entrySet()) {
            entries++;
            bytes += entry.getKey().length + entry.getValue().length;
            records += Envelope.recordsOf(entry.getValue());
        }
        Violation.unless(
                counters.entries() == entries && counters.bytes() == bytes && counters.home() == records,
                "task %d has %d entries, %d bytes, %d records, but counts %s",
                task.partition(),
                entries,
                bytes,
                records,
                counters);
        Violation.unless(
                counters.consumed() == task.committedRead() - task.committedRefused()
                        && counters.foreign() <= counters.consumed()
                        && counters.home()
                                == counters.consumed() + counters.received() - counters.sent() - counters.expired(),
                "task %d consumed %d records, but counts %s",
                task.partition(),
                task.committedRead() - task.committedRefused(),
                counters);
    }

    /** The ledger is that of the commit. */
    private static void checkLedger(SimTask task) {
        Ledger ledger = task.ledger(0);
        Violation.unless(
                ledger.state()
                                .counters()
                                .equals(task.committed().orElse(TaskState.NEW).counters())
                        && ledger.skipped() == task.committedRefused()
                        && ledger.sources().getOrDefault("source", 0L) == task.committedRead()
                        && ledger.transferPosition() == task.committedReceived(),
                "task %d has committed %s, but its ledger is %s",
                task.partition(),
                task.committed(),
                ledger);
    }

    /**
     * What two ledgers say of a channel is explained by the transfer topic, be they of one moment or not: the one of the
     * sender or of the receiver may be older.
     */
    private void checkTraffic(int from, int to) {
        for (int age = 0; age < 4; age++) {
            Ledger sender = world.task(from).ledger(age % 2);
            Ledger receiver = world.task(to).ledger(age / 2);
            long explained = 0;
            List<SimLog.Entry> entries = world.transfers(to).entries();
            for (int offset = 0; offset < entries.size(); offset++) {
                SimLog.Entry entry = entries.get(offset);
                boolean counts = entry.transaction().state == SimLog.State.COMMITTED
                        && entry.transfer().from() == from;
                boolean sent = entry.commit() <= sender.commit();
                boolean received = offset < receiver.transferPosition();
                if (counts && sent != received) {
                    long records = entry.transfer().partials().stream()
                            .mapToLong(partial -> Envelope.recordsOf(partial.envelope()))
                            .sum();
                    explained += sent ? records : -records;
                }
            }
            long counted = sender.with(to).sent() - receiver.with(from).received();
            Violation.unless(
                    counted == explained,
                    "from task %d to %d are %d records by %s and %s, but %d by the transfers",
                    from,
                    to,
                    counted,
                    sender,
                    receiver,
                    explained);
        }
    }

    /** Each record consumed is in one place: a home store or a transfer on its way. */
    private void checkConservation() {
        long[] found = new long[SimKeys.count()];
        long sent = 0;
        long erased = 0;
        long inFlight = 0;
        for (SimTask task : world.tasks()) {
            TaskState state = task.committed().orElse(TaskState.NEW);
            for (Map.Entry<byte[], byte[]> entry : task.store().committed().entrySet()) {
                checkEntry(task.partition(), state, entry.getKey(), entry.getValue(), found);
            }
            sent += state.counters().sent() - state.counters().received();
            erased += state.counters().expired();
            for (Transfer transfer : world.transfers(task.partition()).inFlight(task.committedReceived())) {
                for (Transfer.Partial partial : transfer.partials()) {
                    inFlight += Envelope.recordsOf(partial.envelope());
                    find(SimKeys.index(partial.key(), 0), partial.envelope(), found);
                }
            }
        }
        Violation.unless(sent == inFlight, "%d records are in flight, but counted %d", inFlight, sent);
        long missing = 0;
        for (int key = 0; key < found.length; key++) {
            missing += Long.bitCount(consumed[key] & ~found[key]);
            Violation.unless(
                    erasing[key] ? (found[key] & ~consumed[key]) == 0 : found[key] == consumed[key],
                    "of key %d %x was consumed, but %x is there",
                    key,
                    consumed[key],
                    found[key]);
        }
        Violation.unless(missing == erased, "%d records are nowhere, but %d were erased", missing, erased);
    }

    private static void find(int key, byte[] envelope, long[] found) {
        long bits = Mask.OfRecords.bitsOf(envelope, AGGREGATE_OFFSET);
        Violation.unless((found[key] & bits) == 0, "records %x of key %d are in two places", found[key] & bits, key);
        found[key] |= bits;
    }

    private void checkEntry(int task, TaskState state, byte[] storeKey, byte[] value, long[] found) {
        int key = SimKeys.index(storeKey, VNODE_BYTES);
        int vnode = (storeKey[0] & 0xFF) << 8 | storeKey[1] & 0xFF;
        Violation.unless(vnode == SimKeys.vnode(key), "key %d is stored under vnode %d", key, vnode);
        find(key, value, found);
        Envelope envelope = Envelope.decode(value);
        long bits = Mask.OfRecords.bitsOf(value, AGGREGATE_OFFSET);
        checkPartial(task, key, bits, envelope.records(), envelope.timestamp());

        boolean owned = state.epoch() > 0 && world.ring(state.epoch()).partitionOfVnode(vnode) == task;
        Violation.unless(
                owned || contains(state.outgoing(), vnode),
                "task %d has key %d of vnode %d, which is neither its own nor on its way out",
                task,
                key,
                vnode);
        if (envelope.held()) {
            Violation.unless(
                    state.held().contains(vnode), "task %d owes key %d but vnode %d is not held", task, key, vnode);
            Violation.unless(
                    !owned
                            || contains(state.incoming(), vnode)
                            || state.releasing().contains(vnode),
                    "task %d owes key %d but vnode %d is neither awaited nor releasing",
                    task,
                    key,
                    vnode);
        } else {
            Violation.unless(
                    erasing[key] || bits == updated[key],
                    "task %d has %x of key %d and owes no update, but the last one has %x",
                    task,
                    bits,
                    key,
                    updated[key]);
        }
    }

    /** Of the tasks that own a vnode by their own epoch, one at most may emit. */
    private void checkOwners() {
        for (int key : world.plan().keys()) {
            int vnode = SimKeys.vnode(key);
            int ready = -1;
            for (SimTask task : world.tasks()) {
                TaskState state = task.committed().orElse(TaskState.NEW);
                if (state.epoch() > 0
                        && world.ring(state.epoch()).partitionOfVnode(vnode) == task.partition()
                        && !contains(state.incoming(), vnode)) {
                    Violation.unless(ready < 0, "tasks %d and %d both emit vnode %d", ready, task.partition(), vnode);
                    ready = task.partition();
                }
            }
        }
    }

    private static boolean contains(List<TaskState.Pending> moves, int vnode) {
        for (TaskState.Pending move : moves) {
            if (move.vnodes().contains(vnode)) {
                return true;
            }
        }
        return false;
    }

    /** Checks what must be true once nothing is left to do: everything is home, complete and emitted. */
    void checkEnd() {
        int epoch = world.newest();
        Ring ring = world.ring(epoch);
        for (SimTask task : world.tasks()) {
            TaskState state = task.committed().orElse(TaskState.NEW);
            Violation.unless(
                    state.epoch() == epoch
                            && state.outgoing().isEmpty()
                            && state.incoming().isEmpty()
                            && state.releasing().equals(VnodeSet.EMPTY)
                            && state.held().equals(VnodeSet.EMPTY)
                            && state.digests().isEmpty(),
                    "task %d came to rest at epoch %d with %s",
                    task.partition(),
                    epoch,
                    state);
            for (Map.Entry<byte[], byte[]> entry : task.store().committed().entrySet()) {
                int key = SimKeys.index(entry.getKey(), VNODE_BYTES);
                long bits = Mask.OfRecords.bitsOf(entry.getValue(), AGGREGATE_OFFSET);
                Violation.unless(
                        ring.partitionOfVnode(SimKeys.vnode(key)) == task.partition(),
                        "key %d came to rest at task %d, not with its owner",
                        key,
                        task.partition());
                Violation.unless(
                        erasing[key] || bits == produced[key],
                        "of key %d %x was produced, but %x counted",
                        key,
                        produced[key],
                        bits);
            }
        }
        for (int key = 0; key < produced.length; key++) {
            Violation.unless(
                    consumed[key] == produced[key] && (erasing[key] || updated[key] == produced[key]),
                    "of key %d %x was produced, %x consumed, but the last update has %x",
                    key,
                    produced[key],
                    consumed[key],
                    updated[key]);
        }
    }
}
