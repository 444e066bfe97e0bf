/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Ring;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The windows of a task: takes in and gives out marks, closes windows that are over, and counts what comes too late.
 *
 * <p>An entry of a window that is closed in its vnode is emitted, if only final results are, and deleted. A partial for such a
 * window is late: it is dropped, as a result that has gone out as final stays so.
 */
final class Windows<A> {
    private final int partition;
    private final Windowing windowing;
    private final Cells cells;
    private final Handoffs handoffs;
    private final HomeState<?, A> home;
    private final Folding<?, A> folding;
    private final Effects<A> effects;
    private final Marks marks;
    private final Closings closings;
    private final int maxBytes;
    /** Null unless windows are sessions. */
    private final @Nullable Sessions<A> sessions;

    private long late;
    private long expired;

    /** @param maxBytes bytes of entries that are held on the heap at a time; a larger entry comes alone */
    Windows(
            int partition,
            Windowing windowing,
            Handoffs handoffs,
            HomeState<?, A> home,
            Folding<?, A> folding,
            Effects<A> effects,
            int maxBytes,
            Marks marks,
            WindowState state) {
        this.partition = partition;
        this.windowing = windowing;
        this.cells = windowing.cells();
        this.handoffs = handoffs;
        this.home = home;
        this.folding = folding;
        this.effects = effects;
        this.maxBytes = maxBytes;
        this.marks = marks;
        this.closings = new Closings(state);
        this.sessions =
                cells.areSessions() ? new Sessions<>(cells, handoffs, home, folding, effects, this, maxBytes) : null;
        this.late = state.late();
    }

    /** Null unless windows are sessions. */
    @Nullable
    Sessions<A> sessions() {
        return sessions;
    }

    Cells cells() {
        return cells;
    }

    boolean emitsEachChange() {
        return !windowing.finalOnly();
    }

    /** Takes note of a source record. */
    void sees(long timestamp) {
        marks.sees(timestamp);
    }

    /** What is over by this time is late if it comes now. */
    long time() {
        return Math.max(marks.streamTime(), closings.common());
    }

    /** Whether a record comes too late for a window; if so, it is counted. */
    boolean refuses(long start) {
        boolean refused = cells.overAt(start) <= time();
        if (refused) {
            expire(1, true);
        }
        return refused;
    }

    long closed() {
        return closings.common();
    }

    /** What is over by this time is closed in the vnode. */
    long closed(int vnode) {
        return closings.of(vnode);
    }

    /** Records that came too late. */
    long late() {
        return late;
    }

    /** Whether a cell's window is closed in its vnode. */
    boolean isClosed(int vnode, byte[] cell) {
        return cells.overAt(cells.start(cell)) <= closings.of(vnode);
    }

    /** Counts records that are no longer there. */
    void expire(long records, boolean tooLate) {
        expired += records;
        late += tooLate ? records : 0;
    }

    /** Takes note of an epoch that was adopted. */
    void adopt(Ring ring, BitSet lost, BitSet gained) {
        marks.expect(ring.requiredPartitions());
        closings.adopt(lost, gained);
    }

    /** Takes note of a transfer, whatever it is. */
    void heard(Transfer transfer) {
        marks.heard(transfer);
    }

    /** Takes note that an awaited vnode comes from where its windows are closed up to a time. */
    void comesClosed(int vnode, long time) {
        closings.raise(vnode, time);
    }

    /** The time up to which a vnode's windows are closed, for its next owner; empty if none ever was. */
    OptionalLong closedAt(int vnode) {
        long time = closings.of(vnode);
        return time == Cells.NEVER ? OptionalLong.empty() : OptionalLong.of(time);
    }

    /** Takes note of a vnode that was shipped. */
    void shipped(int vnode) {
        if (!handoffs.awaits(vnode)) {
            closings.shipped(vnode);
        }
    }

    /** Tells the others how far this task is; all that was folded is settled. Returns whether there was anything to tell. */
    boolean tell(int epoch) {
        Optional<Transfer.Mark> mark = marks.due(epoch);
        mark.ifPresent(said -> marks.others().forEach(peer -> effects.send(peer, said)));
        return mark.isPresent();
    }

    /** Closes what is over; all that was folded is settled. Returns whether there was anything to close. */
    boolean close(int epoch, Ring ring) {
        OptionalLong time = marks.closingTime(epoch);
        IntPredicate settled = vnode -> ring.partitionOfVnode(vnode) == partition && handoffs.isSettled(vnode);
        return time.isPresent() && closings.close(time.getAsLong(), settled);
    }

    boolean hasClosing() {
        return closings.nextClosing(0) >= 0;
    }

    /** Emits or deletes entries of closed windows while there is time. Each call gets on, even if there is none. */
    void expire(Budget budget) {
        int vnode = closings.nextClosing(0);
        while (vnode >= 0) {
            int occupied = home.firstVnode(vnode);
            closings.closed(vnode, occupied);
            vnode = closings.nextClosing(occupied);
            if (vnode == occupied && expireVnode(vnode, budget)) {
                closings.closed(vnode, vnode + 1);
                vnode = closings.nextClosing(vnode);
            }
            vnode = budget.isTimeUp() ? -1 : vnode;
        }
    }

    /** Returns whether nothing is left. */
    private boolean expireVnode(int vnode, Budget budget) {
        if (sessions != null) {
            sessions.expire(vnode);
            return true;
        }
        byte[] firstOpen = cells.firstOpen(closings.of(vnode));
        boolean more = firstOpen.length > 0;
        while (more) {
            HomeState.Batch batch = home.below(vnode, firstOpen, maxBytes);
            batch.entries().forEach(entry -> expire(vnode, entry));
            more = batch.more();
            if (more && budget.isTimeUp()) {
                return false;
            }
        }
        return true;
    }

    private void expire(int vnode, Transfer.Partial entry) {
        Envelope envelope = Envelope.decode(entry.envelope());
        if (windowing.finalOnly()) {
            effects.emit(entry.key(), folding.decode(envelope.aggregate()), envelope.records(), envelope.timestamp());
        }
        home.delete(vnode, entry.key(), entry.envelope());
        expire(envelope.records(), false);
    }

    /** Deletes an entry that was folded before the task knew its window to be closed. */
    void drop(int vnode, Transfer.Partial entry) {
        home.delete(vnode, entry.key(), entry.envelope());
        expire(Envelope.recordsOf(entry.envelope()), true);
    }

    /** Records that are no longer there since this object was made. */
    long expired() {
        return expired;
    }

    WindowState snapshot() {
        return marks.snapshot(closings, late);
    }
}
