/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

/**
 * The aggregate of the simulation: the set of a key's records, at most 64, that were folded. Where a count only shows that
 * something is amiss, this shows which record is missing or counted twice.
 *
 * <p>As the contract of {@link Folding} allows, an argument that is not to be used again breaks when it is.
 */
final class Mask {
    private final long bits;
    private boolean spent;

    Mask(long bits) {
        this.bits = bits;
    }

    long bits() {
        Violation.unless(!spent, "aggregate %x used after it was given away", bits);
        return bits;
    }

    long spend() {
        long result = bits();
        spent = true;
        return result;
    }

    /** Thrown for a value that is not folded. */
    static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static final class OfRecords implements Folding<Integer, Mask> {
        /** A value that is not folded. */
        static final int REFUSED = -1;

        private static final int MAX_PADDING = 5;

        @Override
        public Mask identity() {
            return new Mask(0);
        }

        @Override
        public Mask fold(Mask aggregate, Integer value) {
            if (value == REFUSED) {
                throw new RefusedException();
            }
            return union(aggregate.spend(), 1L << value);
        }

        @Override
        public Mask merge(Mask left, Mask right) {
            return union(left.spend(), right.spend());
        }

        private static Mask union(long left, long right) {
            Violation.unless((left & right) == 0, "records %x counted twice", left & right);
            return new Mask(left | right);
        }

        /** Eight bytes and some padding, so that the length changes as aggregates' do. */
        @Override
        public byte[] encode(Mask aggregate) {
            long bits = aggregate.bits();
            byte[] bytes = new byte[Long.BYTES + padding(bits)];
            for (int i = 0; i < Long.BYTES; i++) {
                bytes[i] = (byte) (bits >>> 8 * i);
            }
            return bytes;
        }

        @Override
        public Mask decode(byte[] bytes) {
            return new Mask(bitsOf(bytes, 0));
        }

        private static int padding(long bits) {
            return Long.bitCount(bits) % MAX_PADDING;
        }

        static long bitsOf(byte[] bytes, int offset) {
            long bits = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                bits |= (bytes[offset + i] & 0xFFL) << 8 * i;
            }
            Violation.unless(
                    bytes.length == offset + Long.BYTES + padding(bits),
                    "aggregate %x has %d bytes",
                    bits,
                    bytes.length);
            return bits;
        }
    }
}
