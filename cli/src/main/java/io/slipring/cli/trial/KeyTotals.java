/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.trial;

import io.slipring.cli.app.AppUpdate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a key's records add up to, computed in the plainest way there is. Not thread-safe. */
public final class KeyTotals {
    private long count;
    private @Nullable BigDecimal sum;
    private @Nullable BigDecimal min;
    private @Nullable BigDecimal max;

    /**
     * Adds a record.
     *
     * @param number what is aggregated; empty if records are only counted
     */
    public void add(Optional<BigDecimal> number) {
        count++;
        number.ifPresent(value -> {
            sum = sum == null ? value : sum.add(value);
            min = min == null ? value : min.min(value);
            max = max == null ? value : max.max(value);
        });
    }

    /** Records added. */
    public long count() {
        return count;
    }

    /** Whether the application says exactly the same. */
    public boolean matches(AppUpdate update) {
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

    @Override
    public String toString() {
        return "count=" + count + (sum == null ? "" : ", sum=" + sum + ", min=" + min + ", max=" + max);
    }

    private static boolean same(@Nullable BigDecimal expected, @Nullable BigDecimal actual) {
        return expected == null ? actual == null : actual != null && expected.compareTo(actual) == 0;
    }
}
