/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

/** Says that an aggregator is no commutative monoid: the law, the smallest counterexample found, and what to do instead. */
public final class BrokenLawException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final Law law;

    BrokenLawException(Law law, String message) {
        super(message);
        this.law = law;
    }

    /** The law that is broken. */
    public Law law() {
        return law;
    }
}
