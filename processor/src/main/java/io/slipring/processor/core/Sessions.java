/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Merges sessions at their key's home. A key's sessions are one entry; what is folded while that is awaited is kept beside it, as
 * nobody can know yet which sessions it joins and which of them are closed.
 *
 * <p>A session that is closed takes nothing in: before anything is joined to an entry, its closed sessions leave it. What
 * comes is late if it is over, and still is when it is joined to what is there.
 */
final class Sessions<A> {
    private final Cells cells;
    private final Handoffs handoffs;
    private final HomeState<?, A> home;
    private final Folding<?, A> folding;
    private final Effects<A> effects;
    private final Windows<A> windows;
    private final int maxBytes;

    /** @param maxBytes bytes of entries that are held on the heap at a time; a larger entry comes alone */
    Sessions(
            Cells cells,
            Handoffs handoffs,
            HomeState<?, A> home,
            Folding<?, A> folding,
            Effects<A> effects,
            Windows<A> windows,
            int maxBytes) {
        this.cells = cells;
        this.handoffs = handoffs;
        this.home = home;
        this.folding = folding;
        this.effects = effects;
        this.windows = windows;
        this.maxBytes = maxBytes;
    }

    /**
     * Merges a drained partial.
     *
     * @param time what is over then is late, as is what was closed in the vnode
     */
    void settle(Combiner.Pending<A> partial, long time) {
        int vnode = partial.vnode();
        if (handoffs.awaits(vnode)) {
            home.merge(partial, Cells.ofSessions(cells.key(partial.key()), true), true);
            handoffs.hold(vnode);
        } else {
            join(vnode, partial.key(), folding.split(partial.aggregate()), time);
        }
    }

    /** Merges what was folded while the vnode was awaited, which it no longer is. */
    void release(int vnode, Transfer.Partial pending) {
        home.delete(vnode, pending.key(), pending.envelope());
        byte[] cell = Cells.ofSessions(cells.key(pending.key()), false);
        join(vnode, cell, split(pending.envelope()), Cells.NEVER);
    }

    private void join(int vnode, byte[] cell, List<Session<A>> arrived, long time) {
        byte @Nullable [] stored = home.get(vnode, cell);
        List<Session<A>> before = stored == null ? List.of() : split(stored);
        List<Session<A>> open = leave(cell, before, windows.closed(vnode));
        List<Session<A>> taken = inTime(open, arrived, Math.max(time, windows.closed(vnode)));
        windows.expire(records(arrived) - records(taken), true);
        if (taken.isEmpty()) {
            if (stored != null && open.size() < before.size()) {
                keep(vnode, cell, stored, open);
            }
            return;
        }
        A merged = folding.merge(folding.join(open), folding.join(taken));
        byte[] aggregate = folding.encode(merged);
        List<Session<A>> joined = folding.split(merged);
        put(vnode, cell, stored, joined, aggregate);
        if (windows.emitsEachChange()) {
            show(cell, open, joined);
        }
    }

    /** Emits closed sessions if only final results are, and counts them out; returns the others. */
    private List<Session<A>> leave(byte[] cell, List<Session<A>> sessions, long closed) {
        List<Session<A>> open = new ArrayList<>(sessions.size());
        for (Session<A> session : sessions) {
            if (isOver(session.end(), closed)) {
                if (!windows.emitsEachChange()) {
                    effects.emit(cell, session.aggregate(), session.records(), session.end());
                }
                windows.expire(session.records(), false);
            } else {
                open.add(session);
            }
        }
        return open;
    }

    private boolean isOver(long end, long time) {
        return cells.overAt(end) <= time;
    }

    /** Those that arrived and are not over at a time, joined to each other and to the ones here. */
    private List<Session<A>> inTime(List<Session<A>> here, List<Session<A>> arrived, long time) {
        if (arrived.stream().noneMatch(session -> isOver(session.end(), time))) {
            return arrived;
        }
        List<Session<A>> all = new ArrayList<>(here);
        all.addAll(arrived);
        all.sort(Comparator.comparingLong(Session::start));
        TreeMap<Long, Long> ends = new TreeMap<>();
        long start = 0;
        long end = 0;
        for (Session<A> session : all) {
            boolean joins = !ends.isEmpty() && session.start() - end <= cells.size();
            start = joins ? start : session.start();
            end = joins ? Math.max(end, session.end()) : session.end();
            ends.put(start, end);
        }
        return arrived.stream()
                .filter(session -> !isOver(ends.floorEntry(session.start()).getValue(), time))
                .toList();
    }

    /** Emits what differs from before. */
    private void show(byte[] cell, List<Session<A>> before, List<Session<A>> after) {
        for (Session<A> session : before) {
            if (after.stream().noneMatch(session::hasBoundsOf)) {
                effects.retract(cell, session.start(), session.end());
            }
        }
        for (Session<A> session : after) {
            boolean same =
                    before.stream().anyMatch(old -> session.hasBoundsOf(old) && session.records() == old.records());
            if (!same) {
                effects.emit(cell, session.aggregate(), session.records(), session.end());
            }
        }
    }

    /** Lets a vnode's closed sessions leave it. */
    void expire(int vnode) {
        byte @Nullable [] after = null;
        boolean more = true;
        while (more) {
            HomeState.Batch batch = home.after(vnode, after, maxBytes);
            for (Transfer.Partial entry : batch.entries()) {
                List<Session<A>> before = split(entry.envelope());
                List<Session<A>> open = leave(entry.key(), before, windows.closed(vnode));
                if (open.size() < before.size()) {
                    keep(vnode, entry.key(), entry.envelope(), open);
                }
                after = entry.key();
            }
            more = batch.more();
        }
    }

    /** Retracts what was shown of an entry that is erased. */
    void erase(byte[] cell, Envelope erased) {
        if (windows.emitsEachChange() && !cells.isPending(cell)) {
            folding.split(folding.decode(erased.aggregate()))
                    .forEach(session -> effects.retract(cell, session.start(), session.end()));
        }
    }

    private List<Session<A>> split(byte[] envelope) {
        return folding.split(folding.decode(Envelope.decode(envelope).aggregate()));
    }

    /** Writes what is left of an entry. */
    private void keep(int vnode, byte[] cell, byte[] before, List<Session<A>> sessions) {
        if (sessions.isEmpty()) {
            home.delete(vnode, cell, before);
        } else {
            put(vnode, cell, before, sessions, folding.encode(folding.join(sessions)));
        }
    }

    private void put(int vnode, byte[] cell, byte @Nullable [] before, List<Session<A>> sessions, byte[] aggregate) {
        long latest = sessions.get(sessions.size() - 1).end();
        home.replace(vnode, cell, before, new Envelope(false, records(sessions), latest, aggregate));
    }

    private static long records(List<? extends Session<?>> sessions) {
        return sessions.stream().mapToLong(Session::records).sum();
    }
}
