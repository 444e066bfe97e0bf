/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

/** One of the aggregates of a {@link Combined}. */
public final class Part<A> {
    private final int index;
    private final String name;

    Part(int index, String name) {
        this.index = index;
        this.name = name;
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** Its aggregate; {@code combined} is of the aggregator that this is a part of. */
    @SuppressWarnings("unchecked") // the builder made the part with the aggregator of this index
    public A of(Combined combined) {
        return (A) combined.parts[index];
    }
}
