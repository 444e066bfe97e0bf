/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import static io.slipring.ring.Tokens.VNODES;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * A set of vnodes, kept as a bitmap of 65,536 bits (8 KiB). Immutable and thread-safe; every operation that returns a set
 * returns a new one.
 */
public final class VnodeSet {

    private static final int WORDS = VNODES / Long.SIZE;
    private static final int BITMAP_BYTES = VNODES / Byte.SIZE;

    /** The set without a vnode. */
    public static final VnodeSet EMPTY = new VnodeSet(new long[WORDS]);

    /** The set of all 65,536 vnodes. */
    public static final VnodeSet ALL = builder().addRange(0, VNODES - 1).build();

    private final long[] words;
    private final int size;

    private VnodeSet(long[] words) {
        this.words = words;
        int bits = 0;
        for (long word : words) {
            bits += Long.bitCount(word);
        }
        this.size = bits;
    }

    /** Returns the set of the given vnodes, in whatever order they are given. */
    public static VnodeSet of(int... vnodes) {
        Builder builder = builder();
        for (int vnode : vnodes) {
            builder.add(vnode);
        }
        return builder.build();
    }

    /**
     * Returns the union of ranges, both bounds included.
     *
     * @param bounds first, last, first, last and so on; each 0 to 65,535, first at most last
     */
    public static VnodeSet ofRanges(int... bounds) {
        if (bounds.length % 2 != 0) {
            throw new IllegalArgumentException("range bounds must come in pairs, were " + bounds.length);
        }
        Builder builder = builder();
        for (int i = 0; i < bounds.length; i += 2) {
            builder.addRange(bounds[i], bounds[i + 1]);
        }
        return builder.build();
    }

    /**
     * Reads what {@link #toRanges()} wrote.
     *
     * @throws IllegalArgumentException if the bytes are not ascending, disjoint, non-adjacent ranges
     */
    public static VnodeSet fromRanges(byte[] ranges) {
        if (ranges.length % 4 != 0) {
            throw new IllegalArgumentException("vnode ranges must take 4 bytes each, were " + ranges.length + " bytes");
        }
        if (ranges.length == 0) {
            return EMPTY;
        }
        ByteBuffer in = ByteBuffer.wrap(ranges);
        Builder builder = builder();
        int previousLast = -2;
        while (in.hasRemaining()) {
            int first = Short.toUnsignedInt(in.getShort());
            int last = Short.toUnsignedInt(in.getShort());
            if (first > last) {
                throw new IllegalArgumentException("vnode range must ascend, was [" + first + ", " + last + "]");
            }
            if (first <= previousLast + 1) {
                throw new IllegalArgumentException("vnode ranges must ascend with a gap between them, but [" + first
                        + ", " + last + "] follows a range that ends at " + previousLast);
            }
            builder.addRange(first, last);
            previousLast = last;
        }
        return new VnodeSet(builder.words);
    }

    /** Returns a builder that holds no vnode. */
    public static Builder builder() {
        return new Builder(new long[WORDS]);
    }

    /** Returns a builder that holds the vnodes of this set. */
    public Builder toBuilder() {
        return new Builder(words.clone());
    }

    /** Returns the number of vnodes in the set. */
    public int size() {
        return size;
    }

    /** Returns whether the set holds no vnode. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Returns whether the vnode is in the set. */
    public boolean contains(int vnode) {
        return (words[vnode >>> 6] & (1L << vnode)) != 0;
    }

    /** Returns whether every vnode of the other set is in this one. */
    public boolean containsAll(VnodeSet other) {
        return other.minus(this).isEmpty();
    }

    /** Returns whether the two sets have a vnode in common. */
    public boolean intersects(VnodeSet other) {
        for (int i = 0; i < WORDS; i++) {
            if ((words[i] & other.words[i]) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns the first vnode of the set that is at least the given one (which may be 65,536), or -1. */
    public int nextFrom(int vnode) {
        if (vnode >= VNODES) {
            return -1;
        }
        int i = vnode >>> 6;
        long word = words[i] & (-1L << vnode);
        while (word == 0) {
            if (++i == WORDS) {
                return -1;
            }
            word = words[i];
        }
        return (i << 6) + Long.numberOfTrailingZeros(word);
    }

    /** Calls the action with each vnode in ascending order. */
    public void forEach(IntConsumer action) {
        for (int i = 0; i < WORDS; i++) {
            for (long word = words[i]; word != 0; word &= word - 1) {
                action.accept((i << 6) + Long.numberOfTrailingZeros(word));
            }
        }
    }

    /** Returns this set with the vnode. */
    public VnodeSet plus(int vnode) {
        return toBuilder().add(vnode).build();
    }

    /** Returns this set without the vnode. */
    public VnodeSet minus(int vnode) {
        return toBuilder().remove(vnode).build();
    }

    /** Returns the vnodes that are in either set. */
    public VnodeSet union(VnodeSet other) {
        return toBuilder().addAll(other).build();
    }

    /** Returns the vnodes of this set that are not in the other. */
    public VnodeSet minus(VnodeSet other) {
        return toBuilder().removeAll(other).build();
    }

    /** Returns the vnodes that are in both sets. */
    public VnodeSet intersect(VnodeSet other) {
        long[] both = words.clone();
        for (int i = 0; i < WORDS; i++) {
            both[i] &= other.words[i];
        }
        return new VnodeSet(both);
    }

    /**
     * Returns the set as ascending [first, last] ranges, each bound an unsigned 16-bit big-endian value; as few ranges as
     * there can be, so that equal sets have equal bytes.
     */
    public byte[] toRanges() {
        ByteBuffer out = ByteBuffer.allocate(4 * rangeCount());
        for (int first = nextFrom(0); first >= 0; ) {
            int last = lastOfRun(first);
            out.putShort((short) first).putShort((short) last);
            first = nextFrom(last + 1);
        }
        return out.array();
    }

    /**
     * Reads what {@link #toBytes()} wrote.
     *
     * @throws IllegalArgumentException if the bytes are neither a bitmap of 8,192 bytes nor ranges
     */
    public static VnodeSet fromBytes(byte[] bytes) {
        if (bytes.length > BITMAP_BYTES) {
            throw new IllegalArgumentException(
                    "a vnode set must take at most " + BITMAP_BYTES + " bytes, was " + bytes.length);
        }
        if (bytes.length < BITMAP_BYTES) {
            return fromRanges(bytes);
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long[] words = new long[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = Long.reverse(in.getLong());
        }
        return new VnodeSet(words);
    }

    /**
     * Returns the set in at most 8,192 bytes: as {@link #toRanges()}, or, if that would take 8,192 bytes or more, as a bitmap
     * of exactly 8,192 bytes, vnode v being bit 7 - v % 8 of byte v / 8. Each set has one form.
     */
    public byte[] toBytes() {
        if (4 * rangeCount() < BITMAP_BYTES) {
            return toRanges();
        }
        ByteBuffer out = ByteBuffer.allocate(BITMAP_BYTES);
        for (long word : words) {
            out.putLong(Long.reverse(word));
        }
        return out.array();
    }

    private int rangeCount() {
        int ranges = 0;
        long carry = 0;
        for (long word : words) {
            ranges += Long.bitCount(word & ~(word << 1 | carry));
            carry = word >>> 63;
        }
        return ranges;
    }

    private int lastOfRun(int first) {
        int i = first >>> 6;
        long gaps = ~words[i] & (-1L << first);
        while (gaps == 0) {
            if (++i == WORDS) {
                return VNODES - 1;
            }
            gaps = ~words[i];
        }
        return (i << 6) + Long.numberOfTrailingZeros(gaps) - 1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VnodeSet set && Arrays.equals(words, set.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    /** Returns the size and the ranges, at most the first eight. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("VnodeSet[size=").append(size);
        int shown = 0;
        for (int first = nextFrom(0); first >= 0 && shown < 8; shown++) {
            int last = lastOfRun(first);
            text.append(shown == 0 ? ": " : ", ").append(first);
            if (last > first) {
                text.append('-').append(last);
            }
            first = nextFrom(last + 1);
        }
        return text.append(rangeCount() > shown ? ", ...]" : "]").toString();
    }

    /** A set in the making. Not thread-safe. */
    public static final class Builder {
        private final long[] words;

        private Builder(long[] words) {
            this.words = words;
        }

        /** Adds a vnode. */
        public Builder add(int vnode) {
            words[Tokens.checkVnode(vnode) >>> 6] |= 1L << vnode;
            return this;
        }

        /** Adds the vnodes from first to last, both included. */
        public Builder addRange(int first, int last) {
            Tokens.checkVnode(first);
            Tokens.checkVnode(last);
            if (first > last) {
                throw new IllegalArgumentException("vnode range must ascend, was [" + first + ", " + last + "]");
            }
            for (int i = first >>> 6; i <= last >>> 6; i++) {
                long from = i == first >>> 6 ? -1L << first : -1L;
                long to = i == last >>> 6 ? -1L >>> (63 - (last & 63)) : -1L;
                words[i] |= from & to;
            }
            return this;
        }

        /** Adds the vnodes of a set. */
        public Builder addAll(VnodeSet set) {
            for (int i = 0; i < WORDS; i++) {
                words[i] |= set.words[i];
            }
            return this;
        }

        /** Takes a vnode out, if it is in. */
        public Builder remove(int vnode) {
            words[Tokens.checkVnode(vnode) >>> 6] &= ~(1L << vnode);
            return this;
        }

        /** Takes the vnodes of a set out. */
        public Builder removeAll(VnodeSet set) {
            for (int i = 0; i < WORDS; i++) {
                words[i] &= ~set.words[i];
            }
            return this;
        }

        /** Returns whether the vnode is in. */
        public boolean contains(int vnode) {
            return (words[vnode >>> 6] & (1L << vnode)) != 0;
        }

        /** Returns the set of the vnodes that are in now; the builder can be used on. */
        public VnodeSet build() {
            return new VnodeSet(words.clone());
        }
    }
}
