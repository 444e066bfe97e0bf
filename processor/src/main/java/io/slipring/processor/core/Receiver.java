/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges what other tasks hand off into the home state, and checks that of each vnode all of it has come before it is complete. */
final class Receiver<V, A> {
    private final int partition;
    private final Cells cells;
    private final Handoffs handoffs;
    private final HomeState<V, A> home;
    private final @Nullable Windows<A> windows;
    private final boolean checks;

    /** @param checks whether what comes is checked against what is awaited, and against its digest */
    Receiver(
            int partition,
            Cells cells,
            Handoffs handoffs,
            HomeState<V, A> home,
            @Nullable Windows<A> windows,
            boolean checks) {
        this.partition = partition;
        this.cells = cells;
        this.handoffs = handoffs;
        this.home = home;
        this.windows = windows;
        this.checks = checks;
    }

    /**
     * Receives a part of a handoff.
     *
     * @param adopted the task's epoch
     * @return records in it
     */
    long receive(Transfer.Handoff handoff, int adopted) {
        for (WindowState.Closed run : handoff.closed()) {
            run.vnodes().forEach(vnode -> {
                expect(handoff, vnode, adopted);
                if (windows != null) {
                    windows.comesClosed(vnode, run.time());
                }
            });
        }
        long before = home.records();
        List<Transfer.Partial> partials = handoff.partials();
        int from = 0;
        while (from < partials.size()) {
            int vnode = cells.vnode(partials.get(from).key());
            int to = from + 1;
            while (to < partials.size() && follows(partials.get(to - 1), partials.get(to), vnode)) {
                to++;
            }
            receive(handoff, vnode, partials.subList(from, to), adopted);
            from = to;
        }
        for (Transfer.Done done : handoff.done()) {
            expect(handoff, done.vnode(), adopted);
            complete(handoff, done);
        }
        handoff.emptyVnodes().forEach(vnode -> {
            expect(handoff, vnode, adopted);
            complete(handoff, new Transfer.Done(vnode, 0, 0, 0));
        });
        return home.records() - before;
    }

    /** Whether an entry is of this vnode and has a greater key than the one before it. Senders send so; nothing but speed depends on it. */
    private boolean follows(Transfer.Partial before, Transfer.Partial entry, int vnode) {
        return cells.vnode(entry.key()) == vnode && Arrays.compareUnsigned(before.key(), entry.key()) < 0;
    }

    /** Receives some of a vnode, the keys ascending. */
    private void receive(Transfer.Handoff handoff, int vnode, List<Transfer.Partial> run, int adopted) {
        if (expect(handoff, vnode, adopted)) {
            Digest digest = handoffs.receiving(handoff.epoch(), vnode);
            run.forEach(partial -> digest.add(partial.key(), partial.envelope()));
        }
        if (home.mergeHandedOff(vnode, run)) {
            handoffs.hold(vnode);
        }
    }

    /** Returns whether the vnode is awaited; false only where that is not checked. */
    private boolean expect(Transfer.Handoff handoff, int vnode, int adopted) {
        boolean expected = handoffs.expects(handoff.epoch(), vnode);
        if (checks && !expected) {
            throw new HandoffException("Cannot receive vnode " + vnode + " from partition " + handoff.from()
                    + " at epoch "
                    + handoff.epoch() + ": it is not awaited at partition " + partition + " (adopted epoch " + adopted
                    + ")");
        }
        return expected;
    }

    private void complete(Transfer.Handoff handoff, Transfer.Done done) {
        Digest digest = handoffs.receiving(handoff.epoch(), done.vnode());
        if (checks && !digest.done(done.vnode()).equals(done)) {
            throw new HandoffException("Cannot release vnode " + done.vnode() + " of epoch " + handoff.epoch()
                    + " at partition " + partition + ": partition " + handoff.from() + " sent " + done + ", received "
                    + digest);
        }
        handoffs.received(handoff.epoch(), done.vnode());
    }
}
