/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The vnodes that another ring gives to another partition, grouped by where from and where to. Immutable; the diff of
 * (a, b) is the reverse of the diff of (b, a).
 */
public final class RingDiff {

    /** Vnodes that go from one partition to another. Immutable. */
    public static final class Move {
        private final int fromPartition;
        private final int toPartition;
        private final char[] vnodes;

        private Move(int fromPartition, int toPartition, char[] vnodes) {
            this.fromPartition = fromPartition;
            this.toPartition = toPartition;
            this.vnodes = vnodes;
        }

        /** Returns the partition that loses the vnodes. */
        public int fromPartition() {
            return fromPartition;
        }

        /** Returns the partition that gains the vnodes; another one. */
        public int toPartition() {
            return toPartition;
        }

        /** Returns the number of vnodes that move, at least 1. */
        public int size() {
            return vnodes.length;
        }

        /** Returns the vnodes that move. Makes a set of 8 KiB each time. */
        public VnodeSet vnodes() {
            return addTo(VnodeSet.builder()).build();
        }

        private VnodeSet.Builder addTo(VnodeSet.Builder builder) {
            for (char vnode : vnodes) {
                builder.add(vnode);
            }
            return builder;
        }

        /** Returns the move back. */
        public Move reversed() {
            return new Move(toPartition, fromPartition, vnodes);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Move move
                    && fromPartition == move.fromPartition
                    && toPartition == move.toPartition
                    && Arrays.equals(vnodes, move.vnodes);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * fromPartition + toPartition) + Arrays.hashCode(vnodes);
        }

        @Override
        public String toString() {
            return "Move[" + fromPartition + " -> " + toPartition + ", vnodes=" + vnodes.length + "]";
        }
    }

    private final List<Move> moves;

    private RingDiff(List<Move> moves) {
        this.moves = moves;
    }

    /** Compares two rings, which need not be of adjacent epochs. Costs a pass over both tables. */
    public static RingDiff between(Ring before, Ring after) {
        Map<Long, StringBuilder> groups = new TreeMap<>();
        for (int vnode = 0; vnode < Tokens.VNODES; vnode++) {
            int from = before.partitionOfVnode(vnode);
            int to = after.partitionOfVnode(vnode);
            if (from != to) {
                groups.computeIfAbsent((long) from << 32 | to, pair -> new StringBuilder(4))
                        .append((char) vnode);
            }
        }
        List<Move> moves = new ArrayList<>(groups.size());
        groups.forEach((pair, vnodes) -> moves.add(new Move(
                (int) (pair >>> 32), (int) (long) pair, vnodes.toString().toCharArray())));
        return new RingDiff(List.copyOf(moves));
    }

    /** Returns the moves by ascending (from, to); each pair of partitions at most once; unmodifiable. */
    public List<Move> moves() {
        return moves;
    }

    /** Returns whether no vnode changes partition. */
    public boolean isEmpty() {
        return moves.isEmpty();
    }

    /** Returns the vnodes that a partition loses. */
    public VnodeSet lostBy(int partition) {
        VnodeSet.Builder lost = VnodeSet.builder();
        moves.stream().filter(move -> move.fromPartition() == partition).forEach(move -> move.addTo(lost));
        return lost.build();
    }

    /** Returns the vnodes that a partition gains. */
    public VnodeSet gainedBy(int partition) {
        VnodeSet.Builder gained = VnodeSet.builder();
        moves.stream().filter(move -> move.toPartition() == partition).forEach(move -> move.addTo(gained));
        return gained.build();
    }

    /** Returns the number of vnodes that change partition, 0 to 65,536. */
    public int movedVnodes() {
        return moves.stream().mapToInt(Move::size).sum();
    }

    /** Returns the share of the vnodes that change partition, 0 to 1: what is expected of the keys. */
    public double movedFraction() {
        return (double) movedVnodes() / Tokens.VNODES;
    }

    /** Returns the diff the other way around. */
    public RingDiff reversed() {
        return new RingDiff(moves.stream()
                .map(Move::reversed)
                .sorted(Comparator.comparingInt(Move::fromPartition).thenComparingInt(Move::toPartition))
                .toList());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RingDiff diff && moves.equals(diff.moves);
    }

    @Override
    public int hashCode() {
        return moves.hashCode();
    }

    @Override
    public String toString() {
        return "RingDiff[vnodes=" + movedVnodes() + " moves=" + moves.size() + "]";
    }
}
