/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Tokens;
import io.slipring.ring.VnodeSet;
import java.util.List;

/**
 * What a task must remember beside its home state; a snapshot.
 *
 * @param epoch epoch adopted; 0 before the first
 * @param outgoing by ascending epoch, the vnodes that it takes from this task and that are not yet shipped
 * @param incoming by ascending epoch, the vnodes that it brings to this task and that are not yet complete
 * @param releasing complete vnodes whose held updates are not all emitted
 * @param held vnodes with an entry whose update is held
 * @param digests of vnodes in the middle of a handoff
 * @param counters see there
 * @param windows see there
 */
public record TaskState(
        int epoch,
        List<Pending> outgoing,
        List<Pending> incoming,
        VnodeSet releasing,
        VnodeSet held,
        List<Running> digests,
        Counters counters,
        WindowState windows) {
    /** The state of a task that has done nothing. */
    public static final TaskState NEW =
            new TaskState(0, List.of(), List.of(), VnodeSet.EMPTY, VnodeSet.EMPTY, List.of(), Counters.ZERO);

    /** Of a task without windows. */
    public TaskState(
            int epoch,
            List<Pending> outgoing,
            List<Pending> incoming,
            VnodeSet releasing,
            VnodeSet held,
            List<Running> digests,
            Counters counters) {
        this(epoch, outgoing, incoming, releasing, held, digests, counters, WindowState.NONE);
    }

    /** The same but for what is remembered of time. */
    public TaskState with(WindowState other) {
        return new TaskState(epoch, outgoing, incoming, releasing, held, digests, counters, other);
    }

    public TaskState {
        if (epoch < 0) {
            throw new IllegalArgumentException("epoch must be >= 0, was " + epoch);
        }
        outgoing = List.copyOf(outgoing);
        incoming = List.copyOf(incoming);
        digests = List.copyOf(digests);
    }

    /** Vnodes lost and not yet shipped, summed over the epochs. */
    public int vnodesToShip() {
        return vnodes(outgoing);
    }

    /** Vnodes gained and not yet complete, summed over the epochs. */
    public int vnodesAwaited() {
        return vnodes(incoming);
    }

    private static int vnodes(List<Pending> moves) {
        return moves.stream().mapToInt(move -> move.vnodes().size()).sum();
    }

    /** Vnodes that an epoch moves and that are not done. */
    public record Pending(int epoch, VnodeSet vnodes) {}

    /** How far the handoff of one vnode has come; fields as in {@link Transfer.Done}. */
    public record Running(boolean outgoing, int epoch, int vnode, long entries, long records, long digest) {
        public Running {
            if (vnode < 0 || vnode >= Tokens.VNODES) {
                throw new IllegalArgumentException("vnode must be 0.." + (Tokens.VNODES - 1) + ", was " + vnode);
            }
        }
    }
}
