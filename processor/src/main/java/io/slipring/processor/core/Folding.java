/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

/**
 * A commutative monoid over values, with its binary form.
 *
 * <p>{@code fold} and {@code merge} may change and return their first argument; the core never uses that argument again.
 * The second argument of {@code merge} is not used again either.
 *
 * @param <V> value folded
 * @param <A> aggregate
 */
public interface Folding<V, A> {
    /** A fresh aggregate over nothing. */
    A identity();

    /**
     * The aggregate over the first argument's values and one more.
     *
     * @throws RuntimeException if it refuses the value; the first argument is then as it was
     */
    A fold(A aggregate, V value);

    /** The aggregate over both arguments' values. */
    A merge(A left, A right);

    /** Binary form; never null. */
    byte[] encode(A aggregate);

    /** Reads what {@link #encode} wrote. */
    A decode(byte[] bytes);
}
