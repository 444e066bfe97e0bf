/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The aggregate of the simulation: the set of a key's records, at most 64, that were folded. Where a count only shows that
 * something is amiss, this shows which record is missing or counted twice.
 *
 * <p>As the contract of {@link Folding} allows, an argument that is not to be used again breaks when it is.
 */
final class Mask {
    private final long bits;
    /** What it consists of, if the aggregation is of sessions. */
    private final List<Part> parts;

    private boolean spent;

    Mask(long bits) {
        this(bits, List.of());
    }

    private Mask(long bits, List<Part> parts) {
        this.bits = bits;
        this.parts = parts;
    }

    /** A session and its records. */
    record Part(long start, long end, long bits) {
        boolean joins(Part other, long gap) {
            return start - other.end <= gap && other.start - end <= gap;
        }
    }

    List<Part> parts() {
        return parts;
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

    /** Records with their timestamps, as sessions. Joins by brute force. */
    static final class OfSessions implements Folding<Integer, Mask> {
        private static final int BIT_BITS = 6;
        private static final int PART_BYTES = 3 * Long.BYTES;

        private final OfRecords records = new OfRecords();
        private final long gap;

        OfSessions(long gap) {
            this.gap = gap;
        }

        /** The value of a record. */
        static int value(int bit, long timestamp) {
            return bit == OfRecords.REFUSED ? bit : Math.toIntExact(timestamp << BIT_BITS | bit);
        }

        @Override
        public Mask identity() {
            return records.identity();
        }

        @Override
        public Mask fold(Mask aggregate, Integer value) {
            if (value == OfRecords.REFUSED) {
                throw new RefusedException();
            }
            long time = value >> BIT_BITS;
            return merge(aggregate, joined(List.of(new Part(time, time, 1L << (value & (1 << BIT_BITS) - 1)))));
        }

        @Override
        public Mask merge(Mask left, Mask right) {
            Violation.unless((left.spend() & right.spend()) == 0, "records %x counted twice", left.bits & right.bits);
            List<Part> all = new ArrayList<>(left.parts);
            all.addAll(right.parts);
            return joined(all);
        }

        private Mask joined(List<Part> parts) {
            List<Part> joined = new ArrayList<>();
            for (Part part : parts) {
                Part whole = part;
                for (int i = 0; i < joined.size(); i++) {
                    if (whole.joins(joined.get(i), gap)) {
                        Part other = joined.remove(i);
                        whole = new Part(
                                Math.min(whole.start, other.start),
                                Math.max(whole.end, other.end),
                                whole.bits | other.bits);
                        i = -1;
                    }
                }
                joined.add(whole);
            }
            joined.sort(Comparator.comparingLong(Part::start));
            return of(joined);
        }

        private static Mask of(List<Part> parts) {
            return new Mask(parts.stream().mapToLong(Part::bits).reduce(0, (left, right) -> left | right), parts);
        }

        @Override
        public List<Session<Mask>> split(Mask aggregate) {
            aggregate.spend();
            return aggregate.parts.stream()
                    .map(part -> new Session<>(part.start, part.end, Long.bitCount(part.bits), of(List.of(part))))
                    .toList();
        }

        @Override
        public Mask join(List<Session<Mask>> sessions) {
            List<Part> parts = new ArrayList<>();
            sessions.forEach(session -> {
                session.aggregate().spend();
                parts.addAll(session.aggregate().parts);
            });
            Mask joined = joined(parts);
            Violation.unless(joined.parts.size() == parts.size(), "%s were joined, but are no sessions", parts);
            return joined;
        }

        @Override
        public byte[] encode(Mask aggregate) {
            byte[] bits = records.encode(aggregate);
            ByteBuffer bytes = ByteBuffer.allocate(bits.length + aggregate.parts.size() * PART_BYTES)
                    .put(bits);
            aggregate.parts.forEach(
                    part -> bytes.putLong(part.start).putLong(part.end).putLong(part.bits));
            return bytes.array();
        }

        @Override
        public Mask decode(byte[] bytes) {
            return of(parts(bytes, 0));
        }

        /** The sessions of an aggregate whose bytes begin at an offset. */
        static List<Part> parts(byte[] bytes, int offset) {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            in.position(offset + Long.BYTES + OfRecords.padding(OfRecords.bitsOf(bytes, offset)));
            List<Part> parts = new ArrayList<>();
            while (in.hasRemaining()) {
                parts.add(new Part(in.getLong(), in.getLong(), in.getLong()));
            }
            return parts;
        }
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
                    (bytes.length - offset - Long.BYTES - padding(bits)) % OfSessions.PART_BYTES == 0,
                    "aggregate %x has %d bytes",
                    bits,
                    bytes.length);
            return bits;
        }
    }
}
