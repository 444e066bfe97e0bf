/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Ring;
import io.slipring.ring.RingDiff;
import io.slipring.ring.VnodeSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Which vnodes a task has still to ship, still awaits, and has still to release.
 *
 * <p>A vnode's moves alternate at one task: what it lost it must gain before it can lose it again. So the moves of a vnode
 * are worked off in order of their epochs: an outgoing one waits for every earlier incoming one, which another task ships
 * without waiting for us. The least unfinished epoch can therefore always go on, however long the chain.
 *
 * <p>A vnode's state is at home with the task that it comes from until that begins to ship it, and with the task that it goes
 * to from then on; see {@link #homeOf}. While it is under way its updates are held. Then the vnode is <em>releasing</em> until
 * they have been emitted; a vnode that leaves in the meantime takes its held marks along.
 */
class Handoffs {
    private static final int NEVER = Integer.MAX_VALUE;

    private final TreeMap<Integer, BitSet> outgoing = new TreeMap<>();
    private final TreeMap<Integer, BitSet> incoming = new TreeMap<>();
    private final BitSet awaited = new BitSet();
    private final BitSet releasing;
    private final BitSet held;
    private final Map<Move, Digest> sending = new HashMap<>();
    private final Map<Move, Digest> receiving = new HashMap<>();

    Handoffs(TaskState state) {
        state.outgoing().forEach(pending -> outgoing.put(pending.epoch(), Bits.of(pending.vnodes())));
        state.incoming().forEach(pending -> incoming.put(pending.epoch(), Bits.of(pending.vnodes())));
        incoming.values().forEach(awaited::or);
        releasing = Bits.of(state.releasing());
        held = Bits.of(state.held());
        for (TaskState.Running running : state.digests()) {
            (running.outgoing() ? sending : receiving)
                    .put(
                            new Move(running.epoch(), running.vnode()),
                            new Digest(running.entries(), running.records(), running.digest()));
        }
    }

    /** A vnode's move by an epoch. */
    private record Move(int epoch, int vnode) {}

    /** Takes note of what an epoch moves from and to a partition, given its ring and the one before. */
    void adopt(int epoch, int partition, Ring before, Ring after) {
        RingDiff diff = RingDiff.between(before, after);
        adopt(epoch, diff.lostBy(partition), diff.gainedBy(partition));
    }

    /** Takes note of an epoch's moves. */
    void adopt(int epoch, VnodeSet lost, VnodeSet gained) {
        if (!lost.isEmpty()) {
            outgoing.put(epoch, Bits.of(lost));
        }
        if (!gained.isEmpty()) {
            incoming.put(epoch, Bits.of(gained));
            awaited.or(Bits.of(gained));
        }
    }

    /** Vnodes that the epoch took from this task and that are not yet shipped; a copy. */
    BitSet lost(int epoch) {
        return (BitSet) outgoing.getOrDefault(epoch, new BitSet()).clone();
    }

    /** Vnodes that the epoch brought to this task and that are not complete; a copy. */
    BitSet gained(int epoch) {
        return (BitSet) incoming.getOrDefault(epoch, new BitSet()).clone();
    }

    /** Whether an own vnode's windows may be closed: all of it is here, and nothing of it is held. */
    boolean isSettled(int vnode) {
        return !awaited.get(vnode) && !releasing.get(vnode);
    }

    /** Whether any move brings the vnode and is not complete. */
    boolean awaits(int vnode) {
        return awaited.get(vnode);
    }

    /**
     * The partition whose task has a vnode at home, as far as this one can know. The state moves along the chain of owners, one
     * by one, in messages that keep their order; so what is sent to where it was meets it there, or follows it.
     *
     * <ul>
     *   <li>A vnode of ours that leaves is at home here until we begin to ship it, then with whom it goes to.
     *   <li>A vnode that comes is with whom it comes from until its first entry is here.
     *   <li>Any other is with its owner.
     * </ul>
     *
     * @param partition our own
     * @param owner the vnode's by the epoch adopted
     * @param rings each epoch's, up to that
     */
    int homeOf(int vnode, int partition, int owner, IntFunction<Ring> rings) {
        if (outgoing.isEmpty() && incoming.isEmpty()) {
            return owner;
        }
        int leaves = firstOf(outgoing, vnode);
        int comes = firstOf(incoming, vnode);
        if (leaves < comes) {
            boolean underWay = sending.containsKey(new Move(leaves, vnode));
            return underWay ? rings.apply(leaves).partitionOfVnode(vnode) : partition;
        }
        if (comes < leaves) {
            boolean underWay = receiving.containsKey(new Move(comes, vnode));
            return underWay ? partition : rings.apply(comes - 1).partitionOfVnode(vnode);
        }
        return owner;
    }

    /** Whether the next thing to happen to the vnode is that it comes; its updates here are held until it has. */
    boolean comesNext(int vnode) {
        return firstOf(incoming, vnode) < firstOf(outgoing, vnode);
    }

    /** The first epoch that moves the vnode and is not finished; {@code NEVER} if there is none. */
    private static int firstOf(SortedMap<Integer, BitSet> moves, int vnode) {
        for (Map.Entry<Integer, BitSet> move : moves.entrySet()) {
            if (move.getValue().get(vnode)) {
                return move.getKey();
            }
        }
        return NEVER;
    }

    /** Marks that the vnode has an entry whose update is held. */
    void hold(int vnode) {
        held.set(vnode);
    }

    /** Epochs with vnodes to ship, ascending; a copy. */
    List<Integer> outgoingEpochs() {
        return List.copyOf(outgoing.keySet());
    }

    /** The epoch's vnodes that can be shipped now: unfinished, and not awaited by an earlier epoch; a copy. */
    BitSet shippable(int epoch) {
        BitSet vnodes =
                outgoing.containsKey(epoch) ? (BitSet) outgoing.get(epoch).clone() : new BitSet();
        incoming.headMap(epoch).values().forEach(vnodes::andNot);
        return vnodes;
    }

    boolean hasShippable() {
        return outgoing.keySet().stream().anyMatch(epoch -> !shippable(epoch).isEmpty());
    }

    /** The running digest of a vnode being shipped; from the first call on it is no longer at home here. */
    Digest sending(int epoch, int vnode) {
        releasing.clear(vnode);
        return sending.computeIfAbsent(new Move(epoch, vnode), move -> new Digest());
    }

    /** Ends the shipping of a vnode. */
    void shipped(int epoch, int vnode) {
        sending.remove(new Move(epoch, vnode));
        remove(outgoing, epoch, vnode);
    }

    /** Whether this epoch brings the vnode and it is not complete. */
    boolean expects(int epoch, int vnode) {
        BitSet vnodes = incoming.get(epoch);
        return vnodes != null && vnodes.get(vnode);
    }

    /** The running digest of a vnode being received. */
    Digest receiving(int epoch, int vnode) {
        return receiving.computeIfAbsent(new Move(epoch, vnode), move -> new Digest());
    }

    /** Ends the receiving of a vnode, which is at home here then: its held updates may go. */
    void received(int epoch, int vnode) {
        receiving.remove(new Move(epoch, vnode));
        remove(incoming, epoch, vnode);
        awaited.set(vnode, firstOf(incoming, vnode) != NEVER);
        if (held.get(vnode)) {
            releasing.set(vnode);
        }
    }

    /** The first vnode at or after the given one whose held updates may be emitted, or -1. */
    int nextReleasing(int from) {
        return releasing.nextSetBit(from);
    }

    /** Ends the release of a vnode. */
    void released(int vnode) {
        releasing.clear(vnode);
        held.clear(vnode);
    }

    /** Takes note that a shipped vnode has no entries, so no held ones either. */
    void emptied(int vnode) {
        if (!awaited.get(vnode)) {
            held.clear(vnode);
        }
    }

    TaskState snapshot(int epoch, Counters counters) {
        List<TaskState.Running> digests = new ArrayList<>();
        sending.forEach((move, digest) -> digests.add(running(true, move, digest)));
        receiving.forEach((move, digest) -> digests.add(running(false, move, digest)));
        return new TaskState(
                epoch, pending(outgoing), pending(incoming), Bits.set(releasing), Bits.set(held), digests, counters);
    }

    private static TaskState.Running running(boolean outgoing, Move move, Digest digest) {
        return new TaskState.Running(
                outgoing, move.epoch(), move.vnode(), digest.entries(), digest.records(), digest.sum());
    }

    private static List<TaskState.Pending> pending(Map<Integer, BitSet> moves) {
        return moves.entrySet().stream()
                .map(entry -> new TaskState.Pending(entry.getKey(), Bits.set(entry.getValue())))
                .toList();
    }

    private static void remove(Map<Integer, BitSet> moves, int epoch, int vnode) {
        BitSet vnodes = moves.get(epoch);
        if (vnodes != null) {
            vnodes.clear(vnode);
            if (vnodes.isEmpty()) {
                moves.remove(epoch);
            }
        }
    }
}
