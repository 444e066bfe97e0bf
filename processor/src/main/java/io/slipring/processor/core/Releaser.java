/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Emits the updates that complete vnodes had to hold, within the time of the budget: what was shipped in the same tick does
 * not keep them back. Each call gets on, even if shipping has left it no time.
 */
final class Releaser<V, A> {
    private static final int BATCH = 512;

    private final Handoffs handoffs;
    private final HomeState<V, A> home;
    private final Folding<V, A> folding;
    private final Effects<A> effects;

    Releaser(Handoffs handoffs, HomeState<V, A> home, Folding<V, A> folding, Effects<A> effects) {
        this.handoffs = handoffs;
        this.home = home;
        this.folding = folding;
        this.effects = effects;
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

    /** Returns whether nothing is held any more. */
    private boolean releaseVnode(int vnode, Budget budget) {
        byte @Nullable [] after = null;
        while (true) {
            List<Transfer.Partial> batch = new ArrayList<>();
            home.scan(vnode, after, (key, envelope) -> {
                batch.add(new Transfer.Partial(key, envelope));
                return batch.size() < BATCH;
            });
            boolean emitted = false;
            for (Transfer.Partial entry : batch) {
                if (Envelope.isHeld(entry.envelope())) {
                    Envelope envelope = Envelope.decode(entry.envelope());
                    effects.emit(
                            entry.key(),
                            folding.decode(envelope.aggregate()),
                            envelope.records(),
                            envelope.timestamp());
                    home.clearHeld(vnode, entry.key(), entry.envelope());
                    emitted = true;
                }
            }
            if (batch.size() < BATCH) {
                return true;
            }
            if (emitted && budget.isTimeUp()) {
                return false; // the next call walks over what is emitted by now without stopping
            }
            after = batch.get(batch.size() - 1).key();
        }
    }
}
