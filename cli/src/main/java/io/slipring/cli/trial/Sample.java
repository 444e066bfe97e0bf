/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.trial;

import io.slipring.cli.input.KeyedRow;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * One record of a workload.
 *
 * @param row what is sent; its key is never null
 * @param number what the application aggregates; empty if records are only counted
 */
public record Sample(KeyedRow row, Optional<BigDecimal> number) {
    /** The key of the row. */
    public String key() {
        String key = row.key();
        if (key == null) {
            throw new IllegalStateException("A record of the demo has no key (line " + row.line() + ")");
        }
        return key;
    }
}
