/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

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
        long records = 0;
        for (Transfer.Partial partial : handoff.partials()) {
            int vnode = cells.vnode(partial.key());
            if (expect(handoff, vnode, adopted)) {
                handoffs.receiving(handoff.epoch(), vnode).add(partial.key(), partial.envelope());
            }
            records += Envelope.recordsOf(partial.envelope());
            if (home.mergeHandedOff(vnode, partial.key(), partial.envelope())) {
                handoffs.hold(vnode);
            }
        }
        for (Transfer.Done done : handoff.done()) {
            expect(handoff, done.vnode(), adopted);
            complete(handoff, done);
        }
        handoff.emptyVnodes().forEach(vnode -> {
            expect(handoff, vnode, adopted);
            complete(handoff, new Transfer.Done(vnode, 0, 0, 0));
        });
        return records;
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
