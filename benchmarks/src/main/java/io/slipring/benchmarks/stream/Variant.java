/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.benchmarks.stream;

import java.util.Optional;

/** An application, with the producers that feed it. */
public enum Variant {
    /** {@code groupByKey().aggregate()}, and producers that partition by the key, as Kafka does. */
    DSL("dsl", "a"),
    /** This library, and producers that partition by the ring. */
    SLIPRING("slipring", "b"),
    /** {@code selectKey().repartition().aggregate()}, and producers that partition by something else. */
    DSL_REPARTITION("dsl-repartition", "c"),
    /** This library, and those same producers. */
    SLIPRING_ANY("slipring-any", "d");

    private final String label;
    private final String letter;

    Variant(String label, String letter) {
        this.label = label;
        this.letter = letter;
    }

    boolean isSlipring() {
        return this == SLIPRING || this == SLIPRING_ANY;
    }

    /** Whether producers partition by the key. */
    boolean isKeyed() {
        return this == DSL || this == SLIPRING;
    }

    /** What users would use instead, if this is ours. */
    public Optional<Variant> rival() {
        return switch (this) {
            case SLIPRING -> Optional.of(DSL);
            case SLIPRING_ANY -> Optional.of(DSL_REPARTITION);
            case DSL, DSL_REPARTITION -> Optional.empty();
        };
    }

    /** The letter by which it goes in tables. */
    public String letter() {
        return letter;
    }

    @Override
    public String toString() {
        return label;
    }
}
