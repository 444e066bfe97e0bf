/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the application knows of a key, as it shows it.
 *
 * @param count records of the key
 * @param numbers sum, min, max and avg, as far as the aggregate has them, in this order
 */
public record AppUpdate(long count, Map<String, BigDecimal> numbers) {
    /** Copies the numbers, keeping their order. */
    public AppUpdate {
        numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
    }
}
