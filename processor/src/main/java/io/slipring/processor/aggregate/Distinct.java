/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import io.slipring.ring.Tokens;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.hll.Union;

/**
 * How many different items there are, estimated by HyperLogLog (Flajolet and others 2007, in the form of Apache DataSketches).
 * Which parts were merged in which order makes no difference at all: it is estimated from the registers alone, not from the
 * history of one sketch.
 *
 * <p>Not thread-safe.
 */
public final class Distinct {
    /** 4,096 registers of 4 bits. */
    static final int LG_REGISTERS = 12;

    private static final TgtHllType KIND = TgtHllType.HLL_4;

    private HllSketch sketch;

    private Distinct(HllSketch sketch) {
        this.sketch = sketch;
    }

    static Distinct none() {
        return new Distinct(new HllSketch(LG_REGISTERS, KIND));
    }

    /** The estimate; with few items all but exact. */
    public double estimate() {
        return sketch.getCompositeEstimate();
    }

    /**
     * The relative error of {@link #estimate} with many items.
     *
     * @param deviations how many standard deviations of the error, 1 to 3: they hold in 68.3, 95.4 and 99.7 % of all cases
     * @return about 0.016 for one
     */
    public static double relativeError(int deviations) {
        double above = HllSketch.getRelErr(true, true, LG_REGISTERS, deviations);
        double below = HllSketch.getRelErr(false, true, LG_REGISTERS, deviations);
        return Math.max(Math.abs(above), Math.abs(below));
    }

    Distinct add(byte[] item) {
        // The library leaves out empty items, and takes every number.
        sketch.update(Tokens.token(item));
        return this;
    }

    Distinct plus(Distinct other) {
        if (other.sketch.isEmpty()) {
            return this;
        }
        if (sketch.isEmpty()) {
            return other;
        }
        Union union = new Union(LG_REGISTERS);
        union.update(sketch);
        union.update(other.sketch);
        sketch = union.getResult(KIND);
        return this;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Distinct that && estimate() == that.estimate();
    }

    @Override
    public int hashCode() {
        return Double.hashCode(estimate());
    }

    @Override
    public String toString() {
        return "about " + Math.round(estimate());
    }

    static final Format<Distinct> FORMAT = new Format<>("sketch of distinct items", 1) {
        @Override
        void write(String topic, Distinct aggregate, ByteOut out) {
            Sketches.put(out, aggregate.sketch.toCompactByteArray());
        }

        @Override
        Distinct read(String topic, ByteIn in) {
            return new Distinct(Sketches.take(in, HllSketch::heapify));
        }
    };
}
