/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Emits the updates that complete vnodes had to hold, within the time of the budget: what was shipped in the same tick does
 * not keep them back. Each call gets on, even if shipping has left it no time.
 *
 * <p>What turns out to belong to a window that was closed where the vnode came from is dropped. If only final results are
 * emitted, nothing goes out here: what was held is now known not to be too late, and no longer marked.
 */
final class Releaser<V, A> {
    private final Handoffs handoffs;
    private final HomeState<V, A> home;
    private final Folding<V, A> folding;
    private final Effects<A> effects;
    private final int maxBytes;
    private final @Nullable Windows<A> windows;
    /** Null unless windows are sessions. */
    private final @Nullable Sessions<A> sessions;

    /** @param maxBytes bytes of entries that are held on the heap at a time; a larger entry comes alone */
    Releaser(
            Handoffs handoffs,
            HomeState<V, A> home,
            Folding<V, A> folding,
            Effects<A> effects,
            int maxBytes,
            @Nullable Windows<A> windows) {
        this.handoffs = handoffs;
        this.home = home;
        this.folding = folding;
        this.effects = effects;
        this.maxBytes = maxBytes;
        this.windows = windows;
        this.sessions = windows == null ? null : windows.sessions();
    }

    void release(Budget budget) {
        int vnode = handoffs.nextReleasing(0);
        while (vnode >= 0) {
            if (releaseVnode(vnode, budget)) {
                handoffs.released(vnode);
            }
            vnode = budget.isTimeUp() ? -1 : handoffs.nextReleasing(vnode);
        }
    }

    /** Returns whether nothing is held any more; if not, something was emitted. */
    private boolean releaseVnode(int vnode, Budget budget) {
        byte @Nullable [] after = null;
        while (true) {
            List<Transfer.Partial> batch = new ArrayList<>();
            boolean more = scanHeld(vnode, after, batch);
            for (Transfer.Partial entry : batch) {
                release(vnode, entry);
            }
            if (!more) {
                return true;
            }
            if (budget.isTimeUp()) {
                return false;
            }
            after = batch.get(batch.size() - 1).key();
        }
    }

    private void release(int vnode, Transfer.Partial entry) {
        if (sessions != null) {
            sessions.release(vnode, entry);
            return;
        }
        if (windows != null && windows.isClosed(vnode, entry.key())) {
            windows.drop(vnode, entry);
            return;
        }
        if (windows == null || windows.emitsEachChange()) {
            Envelope envelope = Envelope.decode(entry.envelope());
            effects.emit(entry.key(), folding.decode(envelope.aggregate()), envelope.records(), envelope.timestamp());
        }
        home.clearHeld(vnode, entry.key(), entry.envelope());
    }

    /** Collects held entries, at least one if there are any. Returns whether more may follow. */
    private boolean scanHeld(int vnode, byte @Nullable [] after, List<Transfer.Partial> batch) {
        long[] room = {maxBytes};
        home.scan(vnode, after, (key, envelope) -> {
            if (Envelope.isHeld(envelope)) {
                batch.add(new Transfer.Partial(key, envelope));
                room[0] -= key.length + (long) envelope.length;
            }
            return room[0] > 0;
        });
        return room[0] <= 0;
    }
}
