/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import io.slipring.cli.app.AppUpdate;
import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/** What a key's records add up to, computed in the plainest way there is. Not thread-safe. */
final class KeyTotals {
    private long count;
    private @Nullable BigDecimal sum;
    private @Nullable BigDecimal min;
    private @Nullable BigDecimal max;

    void add(Sample sample) {
        count++;
        sample.number().ifPresent(number -> {
            sum = sum == null ? number : sum.add(number);
            min = min == null ? number : min.min(number);
            max = max == null ? number : max.max(number);
        });
    }

    long count() {
        return count;
    }

    /** Whether the application says exactly the same. */
    boolean matches(AppUpdate update) {
        boolean mean = sum == null
                || same(
                        sum.divide(BigDecimal.valueOf(count), MathContext.DECIMAL64),
                        update.numbers().get("avg"));
        return count == update.count()
                && mean
                && same(sum, update.numbers().get("sum"))
                && same(min, update.numbers().get("min"))
                && same(max, update.numbers().get("max"));
    }

    private static boolean same(@Nullable BigDecimal expected, @Nullable BigDecimal actual) {
        return expected == null ? actual == null : actual != null && expected.compareTo(actual) == 0;
    }
}
