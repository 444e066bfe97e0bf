/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import io.slipring.ring.Tokens;
import io.slipring.ring.VnodeSet;
import java.util.List;

/** A message from one task of an application to another, over the transfer topic. */
public sealed interface Transfer {
    /** {@link Handoff}: epoch that moves the vnodes; else that by which the sender chose the owner. */
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
     */
    record Handoff(int epoch, int from, List<Partial> partials, List<Done> done, VnodeSet emptyVnodes)
            implements Transfer {
        public Handoff {
            partials = List.copyOf(partials);
            done = List.copyOf(done);
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

    /** A key's bytes and the {@link Envelope} of its partial. */
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
