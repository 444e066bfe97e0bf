/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

/**
 * The version of a ring: 1, 2, 3 and so on, without gaps.
 *
 * @param value at least 1
 */
public record Epoch(int value) implements Comparable<Epoch> {

    /** The epoch of a ring that was just created. */
    public static final Epoch FIRST = new Epoch(1);

    public Epoch {
        if (value < 1) {
            throw new IllegalArgumentException("epoch must be >= 1, was " + value);
        }
    }

    /** Returns the epoch after this one. */
    public Epoch next() {
        return new Epoch(Math.addExact(value, 1));
    }

    @Override
    public int compareTo(Epoch other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
