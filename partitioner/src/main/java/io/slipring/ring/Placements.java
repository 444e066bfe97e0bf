/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring;

import java.util.List;
import java.util.Map;

/** The placements. All are immutable and thread-safe. */
public final class Placements {

    /** The placement of a ring that names no other. */
    public static final String DEFAULT = BalancedPlacement.NAME;

    private Placements() {}

    /**
     * Exact shares by weight, to within one vnode, with the least movement there can be. Depends on the previous ring. The
     * default.
     */
    public static Placement balanced() {
        return new BalancedPlacement();
    }

    /** The textbook ring with 200 tokens per unit of weight. */
    public static Placement hashed() {
        return hashed(HashedPlacement.DEFAULT_TOKENS_PER_WEIGHT);
    }

    /**
     * The textbook ring: tokens on a circle, a vnode belongs to the first one clockwise. Shares vary by some 1 / sqrt(tokens).
     *
     * @param tokensPerWeight 1 to 100,000
     */
    public static Placement hashed(int tokensPerWeight) {
        return new HashedPlacement(tokensPerWeight);
    }

    /** Weighted rendezvous: shares vary as those of thrown dice; the least movement for any change. */
    public static Placement rendezvous() {
        return new RendezvousPlacement();
    }

    /** Jump consistent hash: no weights, and only the last shard can leave. */
    public static Placement jump() {
        return new JumpPlacement();
    }

    /** {@code vnode mod shards}: even, and moves nearly everything whenever the number of shards changes. No weights. */
    public static Placement modulo() {
        return new ModuloPlacement();
    }

    /** Returns the names of all placements, the default first. */
    public static List<String> names() {
        return List.of(
                BalancedPlacement.NAME,
                HashedPlacement.NAME,
                RendezvousPlacement.NAME,
                JumpPlacement.NAME,
                ModuloPlacement.NAME);
    }

    /** Returns the placement with this name and its default settings. */
    public static Placement byName(String name) {
        return of(name, Map.of());
    }

    /**
     * Returns the placement with this name and these settings.
     *
     * @param config {@code tokens.per.weight} for {@code hashed}; the others have no settings
     * @throws IllegalArgumentException if there is none with this name, or a setting is unknown or out of range
     */
    public static Placement of(String name, Map<String, String> config) {
        Placement placement = switch (name) {
            case BalancedPlacement.NAME -> balanced();
            case HashedPlacement.NAME -> hashed(tokensPerWeight(config));
            case RendezvousPlacement.NAME -> rendezvous();
            case JumpPlacement.NAME -> jump();
            case ModuloPlacement.NAME -> modulo();
            default ->
                throw new IllegalArgumentException("placement must be one of " + names() + ", was '" + name + "'");
        };
        if (!placement.config().keySet().containsAll(config.keySet())) {
            throw new IllegalArgumentException("placement " + name + " has settings "
                    + placement.config().keySet() + ", was given " + config.keySet());
        }
        return placement;
    }

    private static int tokensPerWeight(Map<String, String> config) {
        String value = config.get(HashedPlacement.TOKENS_PER_WEIGHT);
        if (value == null) {
            return HashedPlacement.DEFAULT_TOKENS_PER_WEIGHT;
        }
        try {
            return Integer.parseInt(value.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    HashedPlacement.TOKENS_PER_WEIGHT + " must be a whole number, was '" + value + "'", e);
        }
    }
}
