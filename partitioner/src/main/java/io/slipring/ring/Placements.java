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

    /** {@code vnode mod shards}: even, and moves nearly everything whenever the number of shards changes. No weights. */
    public static Placement modulo() {
        return new ModuloPlacement();
    }

    /** Returns the names of all placements, the default first. */
    public static List<String> names() {
        return List.of(BalancedPlacement.NAME, ModuloPlacement.NAME);
    }

    /** Returns the placement with this name and its default settings. */
    public static Placement byName(String name) {
        return of(name, Map.of());
    }

    /**
     * Returns the placement with this name and these settings.
     *
     * @throws IllegalArgumentException if there is none with this name, or a setting is unknown or out of range
     */
    public static Placement of(String name, Map<String, String> config) {
        Placement placement = switch (name) {
            case BalancedPlacement.NAME -> balanced();
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
}
