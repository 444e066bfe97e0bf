/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What can stand before a field in {@code slipring.aggregates}. */
enum AggregateFunction {
    COUNT(false, Wanted.As.TEXT, 0, 0),
    SUM(true, Wanted.As.NUMBER, 0, 0),
    MIN(true, Wanted.As.NUMBER, 0, 0),
    MAX(true, Wanted.As.NUMBER, 0, 0),
    MEAN(true, Wanted.As.NUMBER, 0, 0),
    VARIANCE(true, Wanted.As.DOUBLE, 0, 0),
    STDDEV(true, Wanted.As.DOUBLE, 0, 0),
    MEDIAN(true, Wanted.As.DOUBLE, 0, 0),
    /** Written p and the percentile, such as p99 or p99.9. */
    PERCENTILE(true, Wanted.As.DOUBLE, 0, 0),
    DISTINCT(true, Wanted.As.TEXT, 0, 0),
    TOP(true, Wanted.As.TEXT, 10, 768),
    SET(true, Wanted.As.TEXT, 100, 1_000),
    FIRST(true, Wanted.As.TEXT, 0, 0),
    LAST(true, Wanted.As.TEXT, 0, 0);

    static final String NAMES =
            "count, sum, min, max, mean, variance, stddev, median, p0 to p100, distinct, top, set," + " first, last";

    private static final String ORDER =
            " depends on the order in which records arrive, which means nothing where any task"
                    + " may fold any record; ";
    private static final String COLLECTING = ORDER + "write set(FIELD, SIZE), first(FIELD) or last(FIELD)";
    private static final String DROPPING = ORDER + "write distinct(FIELD) or set(FIELD, SIZE)";
    private static final String LATEST = ORDER + "write last(FIELD), which goes by timestamp";

    /** What people look for and can't have, with the reason and what to write. */
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("list", COLLECTING),
            Map.entry("collect", COLLECTING),
            Map.entry("array_agg", COLLECTING),
            Map.entry("string_agg", COLLECTING),
            Map.entry("concat", COLLECTING),
            Map.entry("dedup", DROPPING),
            Map.entry("deduplicate", DROPPING),
            Map.entry("unique", DROPPING),
            Map.entry("latest", LATEST),
            Map.entry("reduce", LATEST),
            Map.entry("delta", ORDER + "write first(FIELD) and last(FIELD), and take the difference"),
            Map.entry("ema", ORDER + "write mean(FIELD)"));

    private final boolean field;
    private final Wanted.As as;
    private final int size;
    private final int maxSize;

    AggregateFunction(boolean field, Wanted.As as, int size, int maxSize) {
        this.field = field;
        this.as = as;
        this.size = size;
        this.maxSize = maxSize;
    }

    boolean takesField() {
        return field;
    }

    /** What its field must be. */
    Wanted.As as() {
        return as;
    }

    /** The size if none is written; 0 if it takes none. */
    int size() {
        return size;
    }

    int maxSize() {
        return maxSize;
    }

    /** The function of a name as written; empty for a percentile, and if there is none. */
    static Optional<AggregateFunction> named(String name) {
        if (name.equalsIgnoreCase("avg")) {
            return Optional.of(MEAN);
        }
        for (AggregateFunction function : values()) {
            if (function != PERCENTILE && function.name().equalsIgnoreCase(name)) {
                return Optional.of(function);
            }
        }
        return Optional.empty();
    }

    /** Why there is no function of a name. */
    static String refusal(String name) {
        String why = REFUSED.get(name.toLowerCase(Locale.ROOT));
        return why == null ? "there is no aggregate '" + name + "'; there are " + NAMES : "'" + name + "'" + why;
    }
}
