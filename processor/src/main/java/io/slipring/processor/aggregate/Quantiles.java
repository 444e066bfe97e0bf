/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import java.util.OptionalDouble;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.quantilescommon.QuantileSearchCriteria;

/**
 * Quantiles of a number, estimated by a KLL sketch (Karnin, Lang and Liberty 2016, in the form of Apache DataSketches). The
 * values of up to a few hundred records are all kept, so that their quantiles are exact; beyond that, which are kept is random.
 * Two sketches over the same values then differ, by no more than their errors together.
 *
 * <p>Not thread-safe.
 */
public final class Quantiles {
    /** The library's usual size. */
    static final int K = 200;

    private static final int GRID = 16;

    private final KllDoublesSketch sketch;

    private Quantiles(KllDoublesSketch sketch) {
        this.sketch = sketch;
    }

    static Quantiles none() {
        return new Quantiles(KllDoublesSketch.newHeapInstance(K));
    }

    /** How many values there are; exact. */
    public long count() {
        return sketch.getN();
    }

    /**
     * The least value of which at least such a part of all values is not greater; empty if there are none.
     *
     * @param rank from 0 (the least value, exact) to 1 (the greatest, exact)
     */
    public OptionalDouble quantile(double rank) {
        if (!(rank >= 0 && rank <= 1)) {
            throw new IllegalArgumentException("rank must be 0 to 1, was " + rank);
        }
        if (sketch.isEmpty()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(sketch.getQuantile(rank, QuantileSearchCriteria.INCLUSIVE));
    }

    /** The part of all values that is not greater than the given one, 0 to 1; empty if there are none. */
    public OptionalDouble rank(double value) {
        if (sketch.isEmpty()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(sketch.getRank(value, QuantileSearchCriteria.INCLUSIVE));
    }

    /** By how much the rank of a quantile is off at most, in 99 % of all cases; 0 while all values are kept, then 0.0133. */
    public double rankError() {
        return sketch.isEstimationMode() ? sketch.getNormalizedRankError(false) : 0;
    }

    Quantiles add(double value) {
        sketch.update(value);
        return this;
    }

    Quantiles plus(Quantiles other) {
        sketch.merge(other.sketch);
        return this;
    }

    /** Whether both may be over the same values. Twice the errors of both, which random choices alone don't reach. */
    boolean isNear(Quantiles other) {
        if (count() != other.count() || sketch.isEmpty()) {
            return count() == other.count();
        }
        if (quantile(0).equals(other.quantile(0)) && quantile(1).equals(other.quantile(1))) {
            double most = 2 * (rankError() + other.rankError());
            for (int i = 1; i < GRID; i++) {
                double value = quantile(i / (double) GRID).orElseThrow();
                if (Math.abs(rank(value).orElseThrow() - other.rank(value).orElseThrow()) > most) {
                    return false;
                }
            }
            return true;
        }
        return false;
    }

    @Override
    public String toString() {
        return sketch.isEmpty()
                ? "of no values"
                : "of " + count() + " values from " + sketch.getMinItem() + " to " + sketch.getMaxItem() + ", median "
                        + quantile(0.5).orElseThrow();
    }

    static final Format<Quantiles> FORMAT = new Format<>("sketch of quantiles", 1) {
        @Override
        void write(String topic, Quantiles aggregate, ByteOut out) {
            Sketches.put(out, aggregate.sketch.toByteArray());
        }

        @Override
        Quantiles read(String topic, ByteIn in) {
            return new Quantiles(Sketches.take(in, KllDoublesSketch::heapify));
        }
    };
}
