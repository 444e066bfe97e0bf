/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Ring;
import io.slipring.ring.VnodeSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Knows what was produced and committed, and so what must be true. */
final class Oracle {
    private static final int VNODE_BYTES = 2;
    private static final int AGGREGATE_OFFSET = 17;

    private final Simulation world;
    private final Windowing windows;
    private final long[] produced = new long[SimKeys.count()];
    /** Keys that are or were to be erased: what is there of them is some of what was produced. */
    private final boolean[] erasing = new boolean[SimKeys.count()];

    private final long[][] timestamps = new long[SimKeys.count()][];
    private final Map<SimCell, Tale> tales = new HashMap<>();

    Oracle(Simulation world) {
        this.world = world;
        this.windows = world.plan().windows();
    }

    /** What became of a cell's records. */
    private static final class Tale {
        private final SimSessions sessions;
        private long consumed;
        /** Those of the last update. */
        private long updated;

        private int updates;
        /** Those that are no longer anywhere. */
        private long gone;
        /** Those whose task nobody had to wait for. */
        private long unwaited;
        /** Those that are older than grace allows. */
        private long disordered;

        Tale(SimSessions sessions) {
            this.sessions = sessions;
        }
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
                        world.cell(storeKey, VNODE_BYTES).key() != key,
                        "task %d still has key %d, which was erased",
                        task.partition(),
                        key);
            }
        }
    }

    /** Checks that a partial says of its records what is true of them. */
    void checkPartial(int task, SimCell cell, long bits, long records, long timestamp) {
        Violation.unless(bits != 0, "task %d has a partial of %s over nothing", task, cell);
        Violation.unless(
                Long.bitCount(bits) == records,
                "task %d has %x of %s but counts %d records",
                task,
                bits,
                cell,
                records);
        long latest = Long.MIN_VALUE;
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            long time = timestamps[cell.key()][Long.numberOfTrailingZeros(rest)];
            Violation.unless(
                    cell.takes(windows.cells(), time), "task %d has a record of time %d in %s", task, time, cell);
            latest = Math.max(latest, time);
        }
        Violation.unless(latest == timestamp, "task %d has %x of %s with timestamp %d", task, bits, cell, timestamp);
    }

    /** Checks the updates of a commit, then all that is committed. */
    void committed(int task, List<SimTask.Update> updates, List<SimTask.Folded> folded) {
        for (SimTask.Folded record : folded) {
            Tale tale = tale(record.cell());
            tale.consumed |= 1L << record.bit();
            tale.unwaited |= record.unwaited() ? 1L << record.bit() : 0;
            tale.disordered |= record.disordered() ? 1L << record.bit() : 0;
        }
        for (SimTask.Update update : updates) {
            Tale tale = tale(update.cell());
            if (update.session() != null) {
                if (update.retracted()) {
                    tale.sessions.retracted(update.session());
                } else {
                    boolean any = erasing[update.cell().key()];
                    tale.sessions.emitted(update.session(), any ? -1 : tale.unwaited | tale.disordered);
                    tale.updated |= update.bits();
                }
                continue;
            }
            Violation.unless(
                    erasing[update.cell().key()] || (tale.updated & ~update.bits()) == 0,
                    "task %d emits %s with %x after %x was emitted",
                    task,
                    update.cell(),
                    update.bits(),
                    tale.updated);
            tale.updated = update.bits();
            tale.updates++;
            Violation.unless(
                    !windows.finalOnly() || tale.updates == 1,
                    "task %d emits a second final result of %s",
                    task,
                    update.cell());
        }
        checkCounters(world.task(task));
        checkConservation();
        checkHomes();
        checkLedger(world.task(task));
        for (int peer = 0; peer < world.tasks().size(); peer++) {
            checkTraffic(task, peer);
            checkTraffic(peer, task);
        }
    }

    private Tale tale(SimCell cell) {
        return tales.computeIfAbsent(cell, any -> new Tale(new SimSessions(windows)));
    }

    private void checkCounters(SimTask task) {
        TaskState state = task.committed().orElse(TaskState.NEW);
        Counters counters = state.counters();
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
        long consumed = windows.cells().areWindows()
                ? task.committedFolded() + task.committedLate()
                : task.committedRead() - task.committedRefused();
        Violation.unless(
                counters.consumed() == consumed
                        && counters.foreign() <= counters.consumed()
                        && counters.home()
                                == counters.consumed() + counters.received() - counters.sent() - counters.expired()
                        && state.windows().late() >= task.committedLate()
                        && state.windows().late() <= counters.expired(),
                "task %d consumed %d records, %d too late, but counts %s and %s",
                task.partition(),
                consumed,
                task.committedLate(),
                counters,
                state.windows());
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
            for (SimLog.Entry entry : world.transfers(to).withPartials()) {
                boolean counts = entry.transaction().state == SimLog.State.COMMITTED
                        && entry.transfer().from() == from;
                boolean sent = entry.commit() <= sender.commit();
                boolean received = entry.offset() < receiver.transferPosition();
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

    /** Each record consumed is in one place, a home store or a transfer on its way, or it is gone for a reason. */
    private void checkConservation() {
        Map<SimCell, Found> found = new HashMap<>();
        long sent = 0;
        long inFlight = 0;
        for (SimTask task : world.tasks()) {
            TaskState state = task.committed().orElse(TaskState.NEW);
            for (Map.Entry<byte[], byte[]> entry : task.store().committed().entrySet()) {
                checkEntry(task.partition(), state, entry.getKey(), entry.getValue(), found);
            }
            sent += state.counters().sent() - state.counters().received();
            for (Transfer transfer : world.transfers(task.partition()).inFlight(task.committedReceived())) {
                for (Transfer.Partial partial : transfer.partials()) {
                    inFlight += Envelope.recordsOf(partial.envelope());
                    find(world.cell(partial.key(), 0), partial.envelope(), found);
                }
            }
        }
        Violation.unless(sent == inFlight, "%d records are in flight, but counted %d", inFlight, sent);
        tales.forEach((cell, tale) -> checkTale(cell, tale, found.getOrDefault(cell, Found.NOTHING)));
        found.keySet().forEach(cell -> Violation.unless(tales.containsKey(cell), "%s was never consumed", cell));
        checkExpired();
    }

    /** Records of a cell that are somewhere, and what there is of its sessions. */
    private record Found(long bits, List<Mask.Part> sessions) {
        static final Found NOTHING = new Found(0, List.of());

        Found and(long others, List<Mask.Part> more) {
            return new Found(
                    bits | others,
                    Stream.concat(sessions.stream(), more.stream()).toList());
        }
    }

    private void checkTale(SimCell cell, Tale tale, Found all) {
        long found = all.bits();
        Violation.unless(
                (found & ~tale.consumed) == 0, "of %s %x was consumed, but %x is there", cell, tale.consumed, found);
        long gone = tale.consumed & ~found;
        Violation.unless((tale.gone & found) == 0, "of %s %x is back after it was gone", cell, tale.gone & found);
        tale.gone = gone;
        tale.sessions.checkShown(found, all.sessions());
        long lost = gone & ~tale.updated & ~tale.unwaited;
        Violation.unless(
                erasing[cell.key()] || lost == 0 && (windows.cells().areWindows() || gone == 0),
                "of %s %x was consumed, but %x is there; the last update has %x, and only %x may have come too late",
                cell,
                tale.consumed,
                found,
                tale.updated,
                tale.unwaited);
        Violation.unless(
                !windows.finalOnly() || (tale.updated & found) == 0,
                "of %s %x is there, though it has gone out as final",
                cell,
                tale.updated & found);
    }

    /** What is gone is counted as expired, and as late if it never went out. */
    private void checkExpired() {
        long expired = 0;
        long late = 0;
        long wantedExpired = 0;
        long wantedLate = 0;
        for (SimTask task : world.tasks()) {
            TaskState state = task.committed().orElse(TaskState.NEW);
            expired += state.counters().expired();
            late += state.windows().late();
            wantedExpired += task.committedLate();
            wantedLate += task.committedLate();
        }
        boolean erased = false;
        for (Map.Entry<SimCell, Tale> entry : tales.entrySet()) {
            Tale tale = entry.getValue();
            wantedExpired += Long.bitCount(tale.gone);
            boolean mayBeErased = erasing[entry.getKey().key()];
            wantedLate += mayBeErased ? 0 : Long.bitCount(tale.gone & ~tale.updated);
            erased |= mayBeErased;
        }
        Violation.unless(
                expired == wantedExpired && (windows.finalOnly() && !erased ? late == wantedLate : late >= wantedLate),
                "%d records are expired and %d of them late, but counted %d and %d",
                wantedExpired,
                wantedLate,
                expired,
                late);
    }

    private static void find(SimCell cell, byte[] envelope, Map<SimCell, Found> found) {
        long bits = Mask.OfRecords.bitsOf(envelope, AGGREGATE_OFFSET);
        Found before = found.getOrDefault(cell, Found.NOTHING);
        Violation.unless((before.bits & bits) == 0, "records %x of %s are in two places", before.bits & bits, cell);
        found.put(cell, before.and(bits, Mask.OfSessions.parts(envelope, AGGREGATE_OFFSET)));
    }

    private void checkEntry(int task, TaskState state, byte[] storeKey, byte[] value, Map<SimCell, Found> found) {
        SimCell cell = world.cell(storeKey, VNODE_BYTES);
        int vnode = (storeKey[0] & 0xFF) << 8 | storeKey[1] & 0xFF;
        Violation.unless(vnode == SimKeys.vnode(cell.key()), "%s is stored under vnode %d", cell, vnode);
        find(cell, value, found);
        Envelope envelope = Envelope.decode(value);
        long bits = Mask.OfRecords.bitsOf(value, AGGREGATE_OFFSET);
        checkPartial(task, cell, bits, envelope.records(), envelope.timestamp());

        boolean owned = state.epoch() > 0 && world.ring(state.epoch()).partitionOfVnode(vnode) == task;
        Violation.unless(
                owned || contains(state.outgoing(), vnode),
                "task %d has %s of vnode %d, which is neither its own nor on its way out",
                task,
                cell,
                vnode);
        if (envelope.held()) {
            Violation.unless(
                    state.held().contains(vnode), "task %d owes %s but vnode %d is not held", task, cell, vnode);
            Violation.unless(
                    !owned
                            || contains(state.incoming(), vnode)
                            || state.releasing().contains(vnode),
                    "task %d owes %s but vnode %d is neither awaited nor releasing",
                    task,
                    cell,
                    vnode);
        } else if (windows.cells().areSessions()) {
            Violation.unless(!isPending(storeKey), "task %d has %s pending, but owes nothing", task, cell);
            tale(cell).sessions.checkSettled(Mask.OfSessions.parts(value, AGGREGATE_OFFSET));
        } else if (!windows.finalOnly()) {
            long updated = tales.containsKey(cell) ? tale(cell).updated : 0;
            Violation.unless(
                    erasing[cell.key()] || bits == updated,
                    "task %d has %x of %s and owes no update, but the last one has %x",
                    task,
                    bits,
                    cell,
                    updated);
        }
    }

    private static boolean isPending(byte[] storeKey) {
        return storeKey[VNODE_BYTES] == 0;
    }

    /** Of the tasks, one at most may emit updates of a vnode, by what each of them knows. */
    private void checkHomes() {
        for (int key : world.plan().keys()) {
            int vnode = SimKeys.vnode(key);
            int home = -1;
            for (SimTask task : world.tasks()) {
                TaskState state = task.committed().orElse(TaskState.NEW);
                if (isHome(task.partition(), state, vnode)) {
                    Violation.unless(home < 0, "tasks %d and %d both emit vnode %d", home, task.partition(), vnode);
                    home = task.partition();
                }
            }
        }
    }

    /** Whether a task may emit updates of a vnode: it has all that there is of it at home. */
    boolean isHome(int task, TaskState state, int vnode) {
        if (state.epoch() == 0) {
            return false;
        }
        int comes = first(state.incoming(), vnode);
        int leaves = first(state.outgoing(), vnode);
        if (leaves < comes) {
            return state.digests().stream()
                    .noneMatch(running -> running.outgoing() && running.epoch() == leaves && running.vnode() == vnode);
        }
        return comes == Integer.MAX_VALUE && world.ring(state.epoch()).partitionOfVnode(vnode) == task;
    }

    private static int first(List<TaskState.Pending> moves, int vnode) {
        return moves.stream()
                .filter(move -> move.vnodes().contains(vnode))
                .mapToInt(TaskState.Pending::epoch)
                .min()
                .orElse(Integer.MAX_VALUE);
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
    void checkAtRest() {
        int epoch = world.newest();
        Ring ring = world.ring(epoch);
        Map<SimCell, Long> home = new HashMap<>();
        for (SimTask task : world.tasks()) {
            TaskState state = task.committed().orElse(TaskState.NEW);
            Violation.unless(
                    state.epoch() == epoch
                            && state.outgoing().isEmpty()
                            && state.incoming().isEmpty()
                            && state.releasing().equals(VnodeSet.EMPTY)
                            && state.held().equals(VnodeSet.EMPTY)
                            && state.digests().isEmpty()
                            && state.windows().closing().equals(VnodeSet.EMPTY),
                    "task %d came to rest at epoch %d with %s",
                    task.partition(),
                    epoch,
                    state);
            for (Map.Entry<byte[], byte[]> entry : task.store().committed().entrySet()) {
                SimCell cell = world.cell(entry.getKey(), VNODE_BYTES);
                Violation.unless(
                        ring.partitionOfVnode(SimKeys.vnode(cell.key())) == task.partition(),
                        "%s came to rest at task %d, not with its owner",
                        cell,
                        task.partition());
                if (windows.cells().areSessions()) {
                    checkOpen(cell, entry, state.windows().closed());
                }
                Violation.unless(
                        !cell.isOver(windows.cells(), state.windows().closed()),
                        "task %d has closed %s up to %d and still has it",
                        task.partition(),
                        cell,
                        state.windows().closed());
                home.put(cell, Mask.OfRecords.bitsOf(entry.getValue(), AGGREGATE_OFFSET));
            }
        }
        tales.forEach((cell, tale) -> {
            long there = home.getOrDefault(cell, 0L);
            Violation.unless(
                    (there | tale.gone) == tale.consumed,
                    "of %s %x was consumed, but %x counted and %x is gone",
                    cell,
                    tale.consumed,
                    there,
                    tale.gone);
            Violation.unless(
                    erasing[cell.key()] || windows.finalOnly() || (tale.consumed & ~tale.updated & ~tale.unwaited) == 0,
                    "of %s %x was consumed, but the last update has %x",
                    cell,
                    tale.consumed,
                    tale.updated);
        });
    }

    private void checkOpen(SimCell cell, Map.Entry<byte[], byte[]> entry, long closed) {
        Violation.unless(!isPending(entry.getKey()), "%s came to rest pending", cell);
        for (Mask.Part session : Mask.OfSessions.parts(entry.getValue(), AGGREGATE_OFFSET)) {
            Violation.unless(
                    windows.cells().overAt(session.end()) > closed,
                    "sessions up to %d are closed, but %s of %s is there",
                    closed,
                    session,
                    cell);
        }
    }

    /** The same, and that every window that is over by any task's time is closed; all tasks are idle. */
    void checkEnd() {
        checkAtRest();
        if (!windows.cells().areWindows()) {
            for (int key = 0; key < produced.length; key++) {
                long consumed = produced[key] == 0
                        ? 0
                        : tale(SimCell.of(windows.cells(), key, 0).get(0)).consumed;
                Violation.unless(
                        consumed == produced[key],
                        "of key %d %x was produced, but %x consumed",
                        key,
                        produced[key],
                        consumed);
            }
            return;
        }
        long latest = world.tasks().stream()
                .mapToLong(SimTask::committedStreamTime)
                .max()
                .orElseThrow();
        if (windows.cells().areSessions()) {
            long over = windows.cells().lastOver(latest);
            tales.values().forEach(tale -> tale.sessions.checkOver(over));
            for (SimTask task : world.tasks()) {
                task.store()
                        .committed()
                        .entrySet()
                        .forEach(entry -> checkOpen(world.cell(entry.getKey(), VNODE_BYTES), entry, over));
            }
            return;
        }
        tales.forEach((cell, tale) -> {
            boolean over = cell.isOver(windows.cells(), latest);
            Violation.unless(
                    over ? tale.gone == tale.consumed : erasing[cell.key()] || tale.gone == 0,
                    "%s is over: %b at %d, but of %x %x is gone",
                    cell,
                    over,
                    latest,
                    tale.consumed,
                    tale.gone);
            Violation.unless(
                    !windows.finalOnly() || over || tale.updates == 0, "%s has a final result too early", cell);
        });
    }
}
