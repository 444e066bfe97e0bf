/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Ring;
import io.slipring.ring.Tokens;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One task of a sharded aggregation: folds any record, merges what it owns, ships what it does not.
 *
 * <p>The caller feeds records, transfers and ticks from one thread, and calls {@link #beforeCommit} before it commits what
 * the stores and effects did together with the input's offsets. Nothing is remembered on the heap over a commit, so a
 * new core over the same committed stores goes on where this one was. Once a step has failed half-way every later one
 * throws {@link IllegalStateException}, should somebody have swallowed the error: what was left half done must not be
 * committed.
 *
 * <p>Epochs are adopted one by one, each at a drain: what was folded before is settled by the older epoch.
 */
public final class ShardCore<V, A> {
    private final int partition;
    private final Epochs epochs;
    private final Effects<A> effects;
    private final Limits limits;
    private final ControlStore control;
    private final Combiner<V, A> combiner;
    private final HomeState<V, A> home;
    private final Folding<V, A> folding;
    private final Handoffs handoffs;
    private final Shipper<V, A> shipper;
    private final Receiver<V, A> receiver;
    private final Releaser<V, A> releaser;
    private final Budget budget;
    /** Null without windows. */
    private final @Nullable Windows<A> windows;
    /** Null unless windows are sessions. */
    private final @Nullable Sessions<A> sessions;

    private int epoch;
    private Optional<Ring> ring;
    private long consumed;
    private long foreign;
    private long received;
    private long sentForeign;
    private long expired;
    private boolean dirty;
    /** Set while a step runs that must not be left half done; still set afterwards only if it failed. */
    private boolean torn;

    /**
     * Loads the task's state from its control store.
     *
     * @param partition the task's partition of the source and transfer topics
     * @param nanoTime a clock that never goes back, for budgets only
     */
    public ShardCore(
            int partition,
            Epochs epochs,
            Folding<V, A> folding,
            HomeStore home,
            ControlStore control,
            Effects<A> effects,
            Limits limits,
            LongSupplier nanoTime) {
        this(partition, epochs, folding, Windowing.NONE, home, control, effects, limits, nanoTime);
    }

    /**
     * The same with windows.
     *
     * @throws IllegalStateException if the state was made with other windows
     */
    public ShardCore(
            int partition,
            Epochs epochs,
            Folding<V, A> folding,
            Windowing windowing,
            HomeStore home,
            ControlStore control,
            Effects<A> effects,
            Limits limits,
            LongSupplier nanoTime) {
        this(partition, epochs, folding, windowing, home, control, effects, limits, nanoTime, new Bookkeeping());
    }

    /** As above, with bookkeeping of the caller's making. */
    ShardCore(
            int partition,
            Epochs epochs,
            Folding<V, A> folding,
            Windowing windowing,
            HomeStore home,
            ControlStore control,
            Effects<A> effects,
            Limits limits,
            LongSupplier nanoTime,
            Bookkeeping books) {
        TaskState state = load(control);
        requireSameWindows(partition, state, windowing);
        this.partition = partition;
        this.epochs = epochs;
        this.effects = effects;
        this.limits = limits;
        this.control = control;
        this.folding = folding;
        this.combiner = new Combiner<>(folding, limits.combinerEntries());
        this.home = new HomeState<>(home, folding, windowing.finalOnly(), state.counters());
        this.handoffs = books.handoffs(state);
        this.windows = windowing.cells().areWindows()
                ? new Windows<>(
                        partition,
                        windowing,
                        handoffs,
                        this.home,
                        folding,
                        effects,
                        limits.transferBytes(),
                        books.marks(partition, windowing, state.windows()),
                        state.windows())
                : null;
        this.sessions = windows == null ? null : windows.sessions();
        this.shipper = new Shipper<>(
                partition, epochs, handoffs, this.home, effects, limits.transferBytes(), windows, state.counters());
        this.receiver =
                new Receiver<>(partition, windowing.cells(), handoffs, this.home, windows, limits.checksHandoffs());
        this.releaser = new Releaser<>(handoffs, this.home, folding, effects, limits.transferBytes(), windows);
        this.budget = new Budget(nanoTime, limits.handoffBytesPerSecond());
        this.epoch = state.epoch();
        this.ring = epoch == 0 ? Optional.empty() : Optional.of(epochs.ring(epoch));
        this.consumed = state.counters().consumed();
        this.foreign = state.counters().foreign();
        this.received = state.counters().received();
        this.sentForeign = state.counters().sent();
        this.expired = state.counters().expired();
    }

    private static TaskState load(ControlStore control) {
        TaskState state = control.load();
        return state == null ? TaskState.NEW : state;
    }

    private static void requireSameWindows(int partition, TaskState state, Windowing windowing) {
        if (state.epoch() > 0 && !state.windows().windows().equals(windowing.describe())) {
            throw new IllegalStateException("Cannot go on with partition " + partition + ": its state was made with "
                    + named(state.windows().windows()) + " and is to be used with " + named(windowing.describe())
                    + "; windows that changed need an application.id of their own");
        }
    }

    private static String named(String windows) {
        return windows.isEmpty() ? "no windows" : windows;
    }

    /**
     * Folds a source record. The key and the value are not null. If the folding refuses the value, the record counts as not
     * received; after any other failure the core refuses to go on. With windows, a record counts once for each that it falls
     * into, and may be refused by one after it was folded into another.
     *
     * @return whether it was folded; if not, it came too late for each of its windows
     */
    public boolean record(byte[] key, V value, long timestamp) {
        requireWhole();
        Ring current = adopt(epochs.latest());
        boolean folded = true;
        if (windows == null) {
            count(current, combiner.fold(key, value, timestamp));
        } else {
            folded = windows.cells().areSessions()
                    ? foldSession(current, windows, key, value, timestamp)
                    : fold(current, windows, key, value, timestamp);
        }
        dirty = true;
        if (combiner.isFull()) {
            drain(current);
        }
        return folded;
    }

    private boolean fold(Ring current, Windows<A> open, byte[] key, V value, long timestamp) {
        dirty = true;
        open.sees(timestamp);
        int vnode = Tokens.vnode(key);
        Cells cells = open.cells();
        boolean folded = false;
        for (long start = cells.firstStart(timestamp); start >= 0 && start <= timestamp; start += cells.advance()) {
            boolean late = open.refuses(start);
            if (!late) {
                combiner.fold(cells.cell(start, key), vnode, value, timestamp);
                folded = true;
            }
            count(current, vnode);
        }
        return folded;
    }

    /** Whether a record that may be late joins a session which is open only the home knows; if that is here, it is asked at once. */
    private boolean foldSession(Ring current, Windows<A> open, byte[] key, V value, long timestamp) {
        dirty = true;
        open.sees(timestamp);
        int vnode = Tokens.vnode(key);
        boolean isHome = current.partitionOfVnode(vnode) == partition && !handoffs.awaits(vnode);
        boolean mayBeLate = isHome && open.cells().overAt(timestamp) <= open.time();
        if (mayBeLate) {
            drain(current);
        }
        combiner.fold(Cells.ofSessions(key, false), vnode, value, timestamp);
        count(current, vnode);
        if (!mayBeLate) {
            return true;
        }
        long late = open.late();
        drain(current, open.time());
        return open.late() == late;
    }

    private void count(Ring current, int vnode) {
        consumed++;
        if (current.partitionOfVnode(vnode) != partition) {
            foreign++;
        }
    }

    /**
     * Reads a transfer and merges it. If it cannot be read, the step has failed half-way: skipping it would lose what it
     * carries.
     */
    public void transfer(Supplier<Transfer> received) {
        requireWhole();
        torn = true;
        Transfer transfer = received.get();
        torn = false;
        transfer(transfer);
    }

    /** Merges a transfer. One that carries a newer epoch than ours makes us adopt that first, so that nothing ping-pongs. */
    public void transfer(Transfer transfer) {
        requireWhole();
        Ring current = adopt(Math.max(transfer.epoch(), epochs.latest()));
        dirty = true;
        torn = true;
        if (windows != null) {
            windows.heard(transfer);
        }
        if (transfer instanceof Transfer.Foreign foreignPartials) {
            for (Transfer.Partial partial : foreignPartials.partials()) {
                Envelope envelope = Envelope.decode(partial.envelope());
                merge(partial.key(), envelope);
                received += envelope.records();
            }
            if (combiner.isFull()) {
                drain(current);
            }
        } else if (transfer instanceof Transfer.Handoff handoff) {
            received += receiver.receive(handoff, epoch);
        } else if (transfer instanceof Transfer.Erasure erasure) {
            erase(erasure.key(), current);
        }
        torn = false;
    }

    /** Erases what this task has of a key, its partials on the heap included: they are drained first. */
    private void erase(byte[] key, Ring current) {
        drain(current);
        int vnode = Tokens.vnode(key);
        List<byte[]> cells = windows == null ? List.of(key) : home.cells(windows.cells(), vnode, key);
        for (byte[] cell : cells) {
            Envelope erased = home.erase(vnode, cell);
            if (erased != null) {
                expired += erased.records();
                if (sessions != null) {
                    sessions.erase(cell, erased);
                }
                effects.erased(cell, erased.records(), erased.timestamp());
            }
        }
        int at = homeOf(vnode, current);
        if (at != partition) {
            effects.send(at, new Transfer.Erasure(epoch, partition, key));
        }
    }

    private void merge(byte[] key, Envelope envelope) {
        if (windows == null) {
            combiner.merge(key, envelope);
        } else {
            combiner.merge(key, windows.cells().vnode(key), envelope);
        }
    }

    /**
     * Adopts newer epochs, and does a bounded share of the work on handoffs and on windows that are over. What is in the combiner
     * waits for the commit, before which nobody would see it anyway; with windows it is drained, as marks come after it.
     *
     * @param busy whether the caller's thread has records to process, too
     * @param tasks tasks of the thread that have such work, this one included: they share the time of a tick
     * @return whether such work is left that a later tick can do
     */
    public boolean tick(boolean busy, int tasks) {
        requireWhole();
        Ring current = adopt(epochs.latest());
        if (windows != null) {
            drain(current);
            torn = true;
            dirty |= windows.tell(epoch);
            dirty |= windows.close(epoch, current);
            torn = false;
        }
        if (!hasWork()) {
            return false;
        }
        budget.start(Math.max(1, (busy ? limits.tickNanos() : limits.idleTickNanos()) / tasks));
        dirty = true;
        torn = true;
        shipper.ship(budget);
        releaser.release(budget);
        if (windows != null) {
            windows.close(epoch, current); // what was released only now
            windows.expire(budget);
        }
        torn = false;
        return hasWork();
    }

    private boolean hasWork() {
        return handoffs.nextReleasing(0) >= 0 || handoffs.hasShippable() || (windows != null && windows.hasClosing());
    }

    /**
     * Drains and saves the task's state; afterwards the heap holds nothing that a crash would lose.
     *
     * @return the state saved; empty if there was nothing to save
     */
    public Optional<TaskState> beforeCommit() {
        requireWhole();
        if (!combiner.isEmpty()) {
            drain(ring.orElseThrow());
        }
        if (!dirty) {
            return Optional.empty();
        }
        TaskState state = state();
        control.save(state);
        dirty = false;
        return Optional.of(state);
    }

    private void requireWhole() {
        if (torn) {
            throw new IllegalStateException("Cannot go on with partition " + partition + " at epoch " + epoch
                    + ": an earlier step failed half-way; restart the task from what is committed");
        }
    }

    /** The epoch adopted; 0 before the first record, transfer or tick of a new task. */
    public int epoch() {
        return epoch;
    }

    /** Windows that are over at this time are closed in the task's vnodes, but for those on the move. */
    long closed() {
        return windows == null ? Cells.NEVER : windows.closed();
    }

    /** The task's state as {@link #beforeCommit} would save it. */
    public TaskState state() {
        TaskState state = handoffs.snapshot(
                epoch,
                new Counters(
                        consumed,
                        foreign,
                        received,
                        sentForeign + shipper.sentRecords(),
                        home.records(),
                        expired + (windows == null ? 0 : windows.expired()),
                        home.entries(),
                        home.bytes(),
                        shipper.shippedEntries(),
                        shipper.shippedBytes()));
        return windows == null ? state : state.with(windows.snapshot());
    }

    private Ring adopt(int target) {
        Ring current = ring.orElse(null);
        if (current != null && epoch >= target) {
            return current;
        }
        torn = true;
        while (current == null || epoch < target) {
            int next = epoch == 0 ? epochs.oldest() : epoch + 1;
            Ring successor = epochs.ring(next);
            if (current != null) {
                drain(current);
                handoffs.adopt(next, partition, current, successor);
            }
            if (windows != null) {
                windows.adopt(successor, handoffs.lost(next), handoffs.gained(next));
            }
            current = successor;
            ring = Optional.of(successor);
            epoch = next;
            dirty = true;
        }
        torn = false;
        return current;
    }

    private void drain(Ring current) {
        drain(current, Cells.NEVER);
    }

    /** @param time sessions that are over then are late, with whatever they join; whatever is closed is late anyway */
    private void drain(Ring current, long time) {
        if (combiner.isEmpty()) {
            return;
        }
        boolean nested = torn;
        torn = true;
        Outbox outbox = new Outbox(epoch, partition, limits.transferBytes(), effects);
        for (Combiner.Pending<A> partial : combiner.partials()) {
            int at = homeOf(partial.vnode(), current);
            if (at == partition) {
                settle(partial, time);
            } else {
                Envelope envelope = new Envelope(
                        false, partial.records(), partial.timestamp(), folding.encode(partial.aggregate()));
                outbox.add(at, partial.key(), envelope.encode());
                sentForeign += partial.records();
            }
        }
        combiner.clear();
        outbox.sendAll();
        torn = nested;
    }

    /**
     * Where partials of a vnode are to be merged: where its home state is, so that its updates need not wait for a handoff.
     * With windows it is the owner at once, as the argument for when a window is over asks for that (decision 91).
     */
    private int homeOf(int vnode, Ring current) {
        int owner = current.partitionOfVnode(vnode);
        return windows == null ? handoffs.homeOf(vnode, partition, owner, epochs::ring) : owner;
    }

    private void settle(Combiner.Pending<A> partial, long time) {
        if (sessions != null) {
            sessions.settle(partial, time);
            return;
        }
        if (windows != null && windows.isClosed(partial.vnode(), partial.key())) {
            windows.expire(partial.records(), true);
            return;
        }
        int vnode = partial.vnode();
        boolean hold = windows == null ? handoffs.comesNext(vnode) : handoffs.awaits(vnode);
        HomeState.Merged<A> merged = home.merge(partial, hold);
        if (merged.held()) {
            handoffs.hold(vnode);
        } else if (windows == null || windows.emitsEachChange()) {
            effects.emit(partial.key(), merged.aggregate(), merged.records(), merged.timestamp());
        }
    }
}
