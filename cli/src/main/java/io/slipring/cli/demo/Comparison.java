/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import io.slipring.cli.app.AppUpdate;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The recount against what the application says, key by key. First {@link #accept} all that it says, then {@link #finish}.
 * Not thread-safe.
 */
final class Comparison {
    private final Map<String, KeyTotals> expected;
    private final Set<String> seen = new HashSet<>();
    private final Set<String> mismatched = new HashSet<>();
    private long lost;
    private long duplicated;

    Comparison(Map<String, KeyTotals> expected) {
        this.expected = expected;
    }

    /** Compares a key; one that the recount doesn't know, or that was compared before, is there too often. */
    void accept(String key, AppUpdate update) {
        KeyTotals totals = expected.get(key);
        if (!seen.add(key) || totals == null) {
            duplicated += update.count();
            mismatched.add(key);
            return;
        }
        long missing = totals.count() - update.count();
        lost += Math.max(0, missing);
        duplicated += Math.max(0, -missing);
        if (!totals.matches(update)) {
            mismatched.add(key);
        }
    }

    /** Counts the keys that the application said nothing of. */
    void finish() {
        expected.forEach((key, totals) -> {
            if (seen.add(key)) {
                lost += totals.count();
                mismatched.add(key);
            }
        });
    }

    /** Records that the application counted too few, over all keys. */
    long lost() {
        return lost;
    }

    /** Records that it counted too many, over all keys. */
    long duplicated() {
        return duplicated;
    }

    /** Keys of which anything differs: count, sum, min, max or mean, or that only one side knows. */
    Set<String> mismatched() {
        return Collections.unmodifiableSet(mismatched);
    }
}
