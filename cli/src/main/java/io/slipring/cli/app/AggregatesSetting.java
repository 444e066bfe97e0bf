/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.util.Map;
import java.util.Optional;

/** Looks at {@code slipring.aggregates} without running anything. */
public final class AggregatesSetting {
    private AggregatesSetting() {}

    /** What is wrong with it, with its place; empty if nothing is, or it is not set. */
    public static Optional<String> mistake(Map<String, String> settings) {
        try {
            AppConfig.aggregates(settings);
            return Optional.empty();
        } catch (AggregatesException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
