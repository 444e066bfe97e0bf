/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.trial;

import io.slipring.cli.app.AppUpdate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The recount against what the application says, key by key. First {@link #accept} all that it says, then {@link #finish}.
 * Not thread-safe.
 */
public final class Comparison {
    private static final int MAX_DIFFERENCES = 20;

    private final Map<String, KeyTotals> expected;
    private final Set<String> seen = new HashSet<>();
    private final Set<String> mismatched = new HashSet<>();
    private final List<String> differences = new ArrayList<>();
    private long lost;
    private long duplicated;

    /** Compares with what the keys add up to. */
    public Comparison(Map<String, KeyTotals> expected) {
        this.expected = expected;
    }

    /** Compares a key; one that the recount doesn't know, or that was compared before, is there too often. */
    public void accept(String key, AppUpdate update) {
        KeyTotals totals = expected.get(key);
        if (!seen.add(key) || totals == null) {
            duplicated += update.count();
            mismatch(key, totals, update);
            return;
        }
        long missing = totals.count() - update.count();
        lost += Math.max(0, missing);
        duplicated += Math.max(0, -missing);
        if (!totals.matches(update)) {
            mismatch(key, totals, update);
        }
    }

    /** Counts the keys that the application said nothing of. */
    public void finish() {
        expected.forEach((key, totals) -> {
            if (seen.add(key)) {
                lost += totals.count();
                mismatch(key, totals, null);
            }
        });
    }

    private void mismatch(String key, @Nullable KeyTotals totals, @Nullable AppUpdate update) {
        mismatched.add(key);
        if (differences.size() < MAX_DIFFERENCES) {
            differences.add(key + ": recounted " + totals + ", said " + update);
        }
    }

    /** The first few differences, each a line with a key and both sides of it. */
    public List<String> differences() {
        return Collections.unmodifiableList(differences);
    }

    /** Records that the application counted too few, over all keys. */
    public long lost() {
        return lost;
    }

    /** Records that it counted too many, over all keys. */
    public long duplicated() {
        return duplicated;
    }

    /** Keys of which anything differs: count, sum, min, max or mean, or that only one side knows. */
    public Set<String> mismatched() {
        return Collections.unmodifiableSet(mismatched);
    }
}
