/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

/** What must hold of an aggregator, as it stands in messages. */
public enum Law {
    /** {@code merge(a, identity()) = a = merge(identity(), a)}. */
    IDENTITY("identity", "let identity() be an aggregate over nothing, such as 0 for a sum, or Optional.empty()"),
    /** Folding into an identity does not change the next one. */
    FRESH_IDENTITY("fresh identity", "let identity() make a new aggregate each time"),
    /** {@code merge(a, b) = merge(b, a)}. */
    COMMUTATIVITY("commutativity", Law.ORDER),
    /** {@code merge(merge(a, b), c) = merge(a, merge(b, c))}. */
    ASSOCIATIVITY(
            "associativity",
            "keep what can be added up exactly, such as sum and count instead of a mean (Aggregators.mean), decimals or a"
                    + " compensated sum instead of doubles (sumOfDecimals, sumOfDoubles); or let same() tell how close is"
                    + " the same"),
    /** {@code fold(a, v) = merge(a, fold(identity(), v))}. */
    FOLD("fold as merge", Law.ORDER),
    /** What the serde reads equals what it wrote. */
    SERDE("serde round trip", "let the serde write all that same() looks at"),
    /** Folded in one place equals folded in parts that are merged, whatever the parts. */
    PARTITION("folded equals merged", Law.ORDER);

    private static final String ORDER =
            "what depends on the order of arrival means nothing where any task may fold any record: take the first or last"
                    + " by timestamp (Aggregators.first, last), the least or greatest (min, max), or the different items"
                    + " (set, distinct) instead of dropping repeated ones";

    private final String title;
    private final String alternative;

    Law(String title, String alternative) {
        this.title = title;
        this.alternative = alternative;
    }

    /** What to do instead. */
    String alternative() {
        return alternative;
    }

    @Override
    public String toString() {
        return title;
    }
}
