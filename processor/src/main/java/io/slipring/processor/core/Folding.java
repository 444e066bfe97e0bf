/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.core;

import java.util.List;

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

    /**
     * The sessions that an aggregate consists of, ascending, each further than the gap from the next. Asked for only if cells
     * are {@linkplain Cells#areSessions sessions}; then {@code fold} and {@code merge} join what is not further apart.
     * The argument is not used again.
     */
    default List<Session<A>> split(A aggregate) {
        throw new UnsupportedOperationException("no sessions");
    }

    /** The aggregate that consists of such sessions; their aggregates are not used again. */
    default A join(List<Session<A>> sessions) {
        throw new UnsupportedOperationException("no sessions");
    }

    /** Binary form; never null. */
    byte[] encode(A aggregate);

    /** Reads what {@link #encode} wrote. */
    A decode(byte[] bytes);
}
