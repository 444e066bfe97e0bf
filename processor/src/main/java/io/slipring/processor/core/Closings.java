/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Tokens;
import io.slipring.ring.VnodeSet;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Up to which time each vnode's windows are closed, and which vnodes still have entries of closed windows.
 *
 * <p>A window is closed in a vnode <em>before</em> its entries are emitted or deleted: from then on nothing is folded into it,
 * so that of each entry there can be one final result only, however long it takes and whoever gets the vnode meanwhile.
 *
 * <p>One time is that of all vnodes but the ones on the move, whose own are kept beside it: lost ones until they are shipped,
 * gained ones until they are complete and the task's own time has reached theirs.
 */
class Closings {
    private long common;
    private final TreeMap<Long, BitSet> others = new TreeMap<>();
    private final BitSet closing;

    Closings(WindowState state) {
        this.common = state.closed();
        state.others().forEach(closed -> others.put(closed.time(), Bits.of(closed.vnodes())));
        this.closing = Bits.of(state.closing());
    }

    /** Windows that are over at this time are closed in all vnodes that are not on the move. */
    long common() {
        return common;
    }

    /** The time up to which a vnode's windows are closed. */
    long of(int vnode) {
        for (Map.Entry<Long, BitSet> other : others.entrySet()) {
            if (other.getValue().get(vnode)) {
                return other.getKey();
            }
        }
        return common;
    }

    /** Takes note of an epoch's moves. */
    void adopt(BitSet lost, BitSet gained) {
        closing.andNot(lost);
        BitSet moving = (BitSet) lost.clone();
        moving.or(gained);
        others.values().forEach(moving::andNot);
        moving.stream().forEach(vnode -> put(vnode, lost.get(vnode) ? common : Cells.NEVER));
    }

    /** Takes note that a vnode comes from where its windows are closed up to a time. */
    void raise(int vnode, long time) {
        if (time > of(vnode)) {
            put(vnode, time);
        }
    }

    /** Forgets a vnode that was shipped. */
    void shipped(int vnode) {
        remove(vnode);
    }

    /**
     * Closes windows.
     *
     * @param time those that are over then
     * @param settled whether a vnode is the task's own, complete, and holds nothing
     * @return whether there is something to close
     */
    boolean close(long time, IntPredicate settled) {
        BitSet vnodes = new BitSet();
        if (time > common) {
            common = time;
            for (int vnode = 0; vnode < Tokens.VNODES; vnode++) {
                if (settled.test(vnode)) {
                    vnodes.set(vnode);
                }
            }
        } else {
            others.headMap(common, true).values().forEach(vnodes::or);
            for (int vnode = vnodes.nextSetBit(0); vnode >= 0; vnode = vnodes.nextSetBit(vnode + 1)) {
                if (!settled.test(vnode)) {
                    vnodes.clear(vnode);
                }
            }
        }
        others.tailMap(common, false).values().forEach(vnodes::andNot);
        others.headMap(common, true).values().forEach(bits -> bits.andNot(vnodes));
        others.values().removeIf(BitSet::isEmpty);
        closing.or(vnodes);
        return !vnodes.isEmpty();
    }

    /** The first vnode at or after the given one that may have entries of closed windows, or -1. */
    int nextClosing(int from) {
        return closing.nextSetBit(from);
    }

    /** Takes note that vnodes have no entries of closed windows. */
    void closed(int from, int to) {
        closing.clear(from, to);
    }

    /** Vnodes with a time of their own, by ascending time; a copy. */
    List<WindowState.Closed> others() {
        return WindowState.Closed.of(others);
    }

    VnodeSet closing() {
        return Bits.set(closing);
    }

    private void put(int vnode, long time) {
        remove(vnode);
        others.computeIfAbsent(time, any -> new BitSet()).set(vnode);
    }

    private void remove(int vnode) {
        others.values().forEach(vnodes -> vnodes.clear(vnode));
        others.values().removeIf(BitSet::isEmpty);
    }
}
