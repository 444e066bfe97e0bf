/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * One aggregate of {@code slipring.aggregates}.
 *
 * @param percentile 0 to 100; of a percentile alone
 * @param field the field that it is over; empty for count alone
 * @param size how many items it keeps; 0 if it keeps none
 * @param name what its result is called
 * @param column where it begins, from 1
 * @param fieldColumn where its field begins, from 1; where it begins itself if it has none
 */
record AggregateCall(
        AggregateFunction function,
        Optional<BigDecimal> percentile,
        Optional<String> field,
        int size,
        String name,
        int column,
        int fieldColumn) {
    /** Its field, of a function that takes one. */
    String requireField() {
        return field.orElseThrow();
    }
}
