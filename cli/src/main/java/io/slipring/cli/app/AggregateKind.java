/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import io.slipring.processor.aggregate.Stats;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The aggregates that can be asked for by name, and the numbers that an update of each shows beside its record count. */
enum AggregateKind {
    /** The number of records; the only one that needs no number in the value. */
    COUNT,
    /** The exact sum. */
    SUM,
    /** The least number. */
    MIN,
    /** The greatest number. */
    MAX,
    /** The mean, to 16 significant digits. */
    AVG,
    /** All of them. */
    STATS;

    /** Whether it is over a number in the value. */
    boolean needsNumber() {
        return this != COUNT;
    }

    /** The numbers to show, by name, in a fixed order. */
    Map<String, BigDecimal> shown(Stats stats) {
        Map<String, BigDecimal> numbers = new LinkedHashMap<>();
        if (this == SUM || this == STATS) {
            numbers.put("sum", stats.sum());
        }
        if (this == MIN || this == STATS) {
            put(numbers, "min", stats.min());
        }
        if (this == MAX || this == STATS) {
            put(numbers, "max", stats.max());
        }
        if (this == AVG || this == STATS) {
            put(numbers, "avg", stats.mean());
        }
        return numbers;
    }

    private static void put(Map<String, BigDecimal> numbers, String name, Optional<BigDecimal> number) {
        number.ifPresent(value -> numbers.put(name, value));
    }
}
