/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Ring;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A task around a real core: what it writes, sends, emits and how far it read take effect together at a commit, and vanish
 * in a crash.
 */
final class SimTask {
    private final int partition;
    private final Simulation world;
    private final Fault fault;
    private final SimStore store = new SimStore();
    private final List<Update> updates = new ArrayList<>();

    private Optional<ShardCore<Integer, Mask>> core = Optional.empty();
    private SimLog.Transaction transaction = new SimLog.Transaction();
    private Optional<TaskState> saved = Optional.empty();
    private Optional<TaskState> committed = Optional.empty();
    private Optional<LedgerBook> book = Optional.empty();
    private Optional<Ledger> savedLedger = Optional.empty();
    private final List<Ledger> ledgers = new ArrayList<>();
    private int read;
    private int readAtTick;
    private int committedRead;
    private int received;
    private int committedReceived;
    private int refused;
    private int committedRefused;
    /** Calls to the world until one fails; 0 for never. */
    private int callsToFailure;

    /** Records of cells that were folded since the last commit, and how many came too late. */
    private final List<Folded> folded = new ArrayList<>();

    private long late;
    private long committedLate;
    private long committedFolded;
    private long streamTime = Cells.NEVER;
    private long committedStreamTime = Cells.NEVER;
    /** Whether the others were told that nobody is to wait for this task. */
    private boolean saidIdle;

    private boolean committedSaidIdle;
    private boolean failed;
    private int seen;
    private long nanos;
    private long slept;

    SimTask(int partition, Simulation world, Fault fault) {
        this.partition = partition;
        this.world = world;
        this.fault = fault;
    }

    /**
     * An update of a key that its owner emitted.
     *
     * @param session which it is of; null if there are none
     * @param retracted whether that is none any more
     */
    record Update(SimCell cell, long bits, Mask.@Nullable Part session, boolean retracted) {}

    /**
     * A record that was folded.
     *
     * @param unwaited whether others may have closed the window without waiting for this task, or may find it late
     * @param disordered whether it is older than grace allows
     */
    record Folded(SimCell cell, int bit, boolean unwaited, boolean disordered) {}

    boolean isRunning() {
        return core.isPresent();
    }

    /** The failure of something that a core calls. */
    static final class InjectedFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Starts from what was committed. */
    void start(int sees) {
        seen = sees;
        ShardCore<Integer, Mask> started = new ShardCore<>(
                partition,
                fault.epochs(new SeenEpochs(), partition),
                world.folding(),
                windowing(),
                fault.home(new FailingHome()),
                fault.control(new Control()),
                fault.effects(new Outputs()),
                fault.limits(world.plan().limits()),
                this::nanoTime,
                fault.books());
        committed.ifPresent(state -> Violation.unless(
                same(state, started.state()), "task %d saved %s but loaded %s", partition, state, started.state()));
        core = Optional.of(started);
        book = Optional.of(new LedgerBook(new Ledgers()));
    }

    /** Loses what is not committed; the transaction stays open until somebody aborts the one returned. */
    SimLog.Transaction crash() {
        SimLog.Transaction left = transaction;
        if (!fault.keepsWritesOverCrash()) {
            store.rollBack();
        }
        updates.clear();
        folded.clear();
        late = committedLate;
        streamTime = committedStreamTime;
        saidIdle = committedSaidIdle;
        saved = committed;
        savedLedger = ledgers.isEmpty() ? Optional.empty() : Optional.of(ledgers.get(ledgers.size() - 1));
        read = committedRead;
        received = committedReceived;
        refused = committedRefused;
        callsToFailure = 0;
        failed = false;
        core = Optional.empty();
        transaction = new SimLog.Transaction();
        return left;
    }

    void see(int epoch) {
        seen = Math.max(seen, epoch);
    }

    void sleep(long nanos) {
        this.nanos += nanos;
        this.slept += nanos;
    }

    /** Processes records from the source; returns how many. */
    int read(int atMost) {
        List<Simulation.Record> log = world.source(partition);
        int n = 0;
        for (; n < atMost && read < log.size(); n++) {
            Simulation.Record record = log.get(read++);
            book().took("source", read - 1);
            Cells cells = world.plan().windows().cells();
            List<SimCell> open = open(record);
            long time = Math.max(streamTime, core().closed());
            boolean disordered = record.timestamp() + cells.grace() < time;
            boolean mayBeLate = cells.areSessions() && cells.overAt(record.timestamp()) <= time;
            int value = cells.areSessions() ? Mask.OfSessions.value(record.bit(), record.timestamp()) : record.bit();
            try {
                boolean any = core().record(SimKeys.key(record.key()), value, record.timestamp());
                Violation.unless(
                        any != open.isEmpty() || (mayBeLate && !any),
                        "task %d folded %s into %s: %b",
                        partition,
                        record,
                        open,
                        any);
                if (record.bit() != Mask.OfRecords.REFUSED) {
                    open.forEach(
                            cell -> folded.add(new Folded(cell, record.bit(), isUnwaited() || mayBeLate, disordered)));
                }
            } catch (Mask.RefusedException e) {
                refused++;
                book().skipped();
            }
        }
        return n;
    }

    /** The cells that a record must be folded into; it counts as late in the others. */
    private List<SimCell> open(Simulation.Record record) {
        Cells cells = world.plan().windows().cells();
        if (!cells.areWindows()) {
            return SimCell.of(cells, record.key(), record.timestamp());
        }
        streamTime = Math.max(streamTime, record.timestamp());
        long time = Math.max(streamTime, core().closed());
        List<SimCell> all = SimCell.of(cells, record.key(), record.timestamp());
        List<SimCell> open =
                all.stream().filter(cell -> !cell.isOver(cells, time)).toList();
        late += all.size() - open.size();
        return open;
    }

    private boolean isUnwaited() {
        return saidIdle || partition >= world.ring(1).requiredPartitions();
    }

    private Windowing windowing() {
        Windowing windows = world.plan().windows();
        return new Windowing(
                windows.cells(),
                windows.finalOnly(),
                windows.idleMillis(),
                windows.markMillis(),
                () -> TimeUnit.NANOSECONDS.toMillis(slept));
    }

    /** Makes one of the next calls to the world fail. */
    void failAfter(int calls) {
        callsToFailure = calls;
    }

    private void call() {
        if (callsToFailure > 0 && --callsToFailure == 0) {
            failed = true;
            throw new InjectedFailure();
        }
    }

    /** Whether a step failed half-way, so that the core must refuse to go on. */
    boolean hasFailed() {
        return failed;
    }

    /** Processes transfers that can be seen; returns how many. */
    int receive(int atMost) {
        SimLog log = world.transfers(partition);
        int n = 0;
        for (; n < atMost; n++) {
            int next = log.next(received, fault.readsUncommitted());
            if (next < 0) {
                break;
            }
            received = next + 1;
            book().received(log.transfer(next), next, log.entries().get(next).commit() > 0);
            fault.deliver(log.transfer(next)).forEach(core()::transfer);
        }
        return n;
    }

    boolean tick() {
        boolean busy = read > readAtTick;
        readAtTick = read;
        return core().tick(busy, 1);
    }

    void flush() {
        book().close(fault.beforeCommit(core()), core()::state);
    }

    void commit() {
        flush();
        boolean changed = !saved.equals(committed) || read != committedRead || received != committedReceived;
        store.commit();
        committed = saved;
        committedRead = read;
        committedReceived = received;
        committedRefused = refused;
        committedLate = late;
        committedFolded += folded.size();
        committedStreamTime = streamTime;
        committedSaidIdle = saidIdle;
        savedLedger.filter(ledger -> ledger.commit() > ledger(0).commit()).ifPresent(ledgers::add);
        transaction.state = SimLog.State.COMMITTED;
        transaction = new SimLog.Transaction();
        if (changed || !updates.isEmpty()) {
            world.oracle().committed(partition, updates, folded);
        }
        folded.clear();
        updates.clear();
    }

    int partition() {
        return partition;
    }

    SimStore store() {
        return store;
    }

    Optional<TaskState> committed() {
        return committed;
    }

    int committedRead() {
        return committedRead;
    }

    int committedReceived() {
        return committedReceived;
    }

    int committedRefused() {
        return committedRefused;
    }

    /** Records that came too late for a window, once for each. */
    long committedLate() {
        return committedLate;
    }

    /** Records folded, once for each window. */
    long committedFolded() {
        return committedFolded;
    }

    long committedStreamTime() {
        return committedStreamTime;
    }

    /** The ledger last committed, or one of the commits before that: {@code back} commits ago. */
    Ledger ledger(int back) {
        int at = ledgers.size() - 1 - back;
        return at < 0 ? Ledger.NEW : ledgers.get(at);
    }

    private LedgerBook book() {
        return book.orElseThrow();
    }

    private ShardCore<Integer, Mask> core() {
        return core.orElseThrow();
    }

    private long nanoTime() {
        nanos += world.plan().nanosPerLook();
        return nanos;
    }

    private static boolean same(TaskState left, TaskState right) {
        Set<TaskState.Running> digests = new HashSet<>(left.digests());
        return left.epoch() == right.epoch()
                && left.outgoing().equals(right.outgoing())
                && left.incoming().equals(right.incoming())
                && left.releasing().equals(right.releasing())
                && left.held().equals(right.held())
                && digests.equals(new HashSet<>(right.digests()))
                && left.counters().equals(right.counters())
                && left.windows().equals(right.windows());
    }

    /** The ring as far as this task knows it. */
    private final class SeenEpochs implements Epochs {
        @Override
        public int oldest() {
            return 1;
        }

        @Override
        public int latest() {
            return seen;
        }

        @Override
        public Ring ring(int epoch) {
            call();
            return world.ring(epoch);
        }
    }

    private final class FailingHome implements HomeStore {
        @Override
        public byte @Nullable [] get(byte[] key) {
            call();
            return store.get(key);
        }

        @Override
        public void put(byte[] key, byte @Nullable [] value) {
            call();
            store.put(key, value);
        }

        @Override
        public void scan(byte[] from, byte @Nullable [] to, BiPredicate<byte[], byte[]> visitor) {
            call();
            store.scan(from, to, visitor);
        }
    }

    private final class Control implements ControlStore {
        @Override
        public @Nullable TaskState load() {
            return saved.orElse(null);
        }

        @Override
        public void save(TaskState state) {
            saved = Optional.of(state);
        }
    }

    private final class Ledgers implements LedgerStore {
        @Override
        public @Nullable Ledger load() {
            return savedLedger.orElse(null);
        }

        @Override
        public void save(Ledger ledger) {
            savedLedger = Optional.of(ledger);
        }
    }

    private final class Outputs implements Effects<Mask> {
        @Override
        public void emit(byte[] key, Mask aggregate, long records, long timestamp) {
            call();
            SimCell cell = world.cell(key, 0);
            long bits = aggregate.spend();
            int epoch = core().epoch();
            int owner = world.ring(epoch).partitionOfVnode(SimKeys.vnode(cell.key()));
            Violation.unless(
                    owner == partition || world.oracle().isHome(partition, core().state(), SimKeys.vnode(cell.key())),
                    "task %d emits %s, which %d owns by its epoch %d",
                    partition,
                    cell,
                    owner,
                    epoch);
            world.oracle().checkPartial(partition, cell, bits, records, timestamp);
            Mask.Part session =
                    aggregate.parts().isEmpty() ? null : aggregate.parts().get(0);
            Violation.unless(aggregate.parts().size() <= 1, "task %d emits %s at once", partition, aggregate.parts());
            world.trace(() -> "emits " + cell + " with " + (session == null ? Long.toHexString(bits) : session));
            updates.add(new Update(cell, bits, session, false));
        }

        @Override
        public void retract(byte[] key, long start, long end) {
            call();
            Mask.Part session = new Mask.Part(start, end, 0);
            world.trace(() -> "retracts " + session + " of " + world.cell(key, 0));
            updates.add(new Update(world.cell(key, 0), 0, session, true));
        }

        @Override
        public void erased(byte[] key, long records, long timestamp) {
            call();
            int index = world.cell(key, 0).key();
            Violation.unless(
                    world.oracle().mayErase(index), "task %d erases key %d, which nobody asked for", partition, index);
            world.trace(() -> "erases " + records + " records of key " + index);
        }

        @Override
        public void send(int to, Transfer transfer) {
            call();
            Violation.unless(to != partition, "task %d sends itself %s", partition, transfer);
            world.trace(() -> "sends " + to + " " + world.describe(transfer));
            world.transfers(to).append(transfer, book().commit(), transaction);
            book().sent(to, transfer);
            saidIdle |= transfer instanceof Transfer.Mark mark && mark.idle();
        }
    }
}
