/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Tokens;
import io.slipring.ring.VnodeSet;
import java.util.List;

/** A message from one task of an application to another, over the transfer topic. */
public sealed interface Transfer {
    /**
     * {@link Foreign} and {@link Erasure}: epoch by which the sender chose the owner; {@link Handoff}: epoch that moves the vnodes; {@link Mark}:
     * epoch of the sender, which has adopted it.
     */
    int epoch();

    /** Partition of the sending task; of an {@link Erasure} also {@link Erasure#OPERATOR}. */
    int from();

    /** Partials carried; may be empty. */
    List<Partial> partials();

    /** Partials of keys that the sender does not own. */
    record Foreign(int epoch, int from, List<Partial> partials) implements Transfer {
        public Foreign {
            partials = List.copyOf(partials);
        }
    }

    /**
     * Home state of vnodes that the epoch takes from the sender.
     *
     * @param partials home entries, each of a vnode that the epoch moves from the sender to the receiver
     * @param done vnodes that are complete with this message
     * @param emptyVnodes further complete vnodes, of which nothing was sent
     * @param closed of vnodes that are complete with this message and had windows closed, up to when they are
     */
    record Handoff(
            int epoch,
            int from,
            List<Partial> partials,
            List<Done> done,
            VnodeSet emptyVnodes,
            List<WindowState.Closed> closed)
            implements Transfer {
        public Handoff {
            partials = List.copyOf(partials);
            done = List.copyOf(done);
            closed = List.copyOf(closed);
        }

        /** Of vnodes without closed windows. */
        public Handoff(int epoch, int from, List<Partial> partials, List<Done> done, VnodeSet emptyVnodes) {
            this(epoch, from, partials, done, emptyVnodes, List.of());
        }
    }

    /**
     * Says that nothing of a key is to be kept: its receiver erases what it has, and if it is not the owner, tells the owner
     * behind all that it has sent there.
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Erasure(int epoch, int from, byte[] key) implements Transfer {
        /** Sender of erasures that come from outside. */
        public static final int OPERATOR = -1;

        public Erasure {
            if (from < OPERATOR) {
                throw new IllegalArgumentException("from must be >= -1, was " + from);
            }
        }

        @Override
        public List<Partial> partials() {
            return List.of();
        }
    }

    /**
     * How far time has come at a task with windows; what it means to the others is said in {@link Marks}.
     *
     * @param streamTime the sender folds nothing more into windows that are over at this time
     * @param idle whether no source record has come to the sender for long, so that nobody is to wait for its time
     * @param floor every task has sent something to the sender, before this mark, that shows it to have adopted this epoch
     */
    record Mark(int epoch, int from, long streamTime, boolean idle, int floor) implements Transfer {
        @Override
        public List<Partial> partials() {
            return List.of();
        }
    }

    /** A key's bytes, or a {@linkplain Cells cell}'s, and the {@link Envelope} of its partial. */
    @SuppressWarnings("ArrayRecordComponent") // never compared; the arrays are not copied on the hot path
    record Partial(byte[] key, byte[] envelope) {}

    /**
     * Says that nothing more follows for a vnode, and what was sent of it.
     *
     * @param entries partials sent, at least 1
     * @param records sum of their record counts
     * @param digest see {@link Digest}
     */
    record Done(int vnode, long entries, long records, long digest) {
        public Done {
            if (vnode < 0 || vnode >= Tokens.VNODES) {
                throw new IllegalArgumentException("vnode must be 0.." + (Tokens.VNODES - 1) + ", was " + vnode);
            }
        }
    }
}
