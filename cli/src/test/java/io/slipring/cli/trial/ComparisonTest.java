/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.trial;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.cli.app.AppUpdate;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private final Map<String, KeyTotals> expected = new HashMap<>();
    private final Comparison comparison = new Comparison(expected);

    @Test
    void accept_equalNumbersOfAnotherScale_match() {
        expect("a", "14", "-11.50");

        comparison.accept("a", update(2, "2.5", "-11.5", "14.0", "1.25"));
        comparison.finish();

        assertThat(comparison.mismatched()).isEmpty();
        assertThat(comparison.lost()).isZero();
        assertThat(comparison.duplicated()).isZero();
    }

    @Test
    void accept_sameCountButOtherSum_isMismatchedThoughNothingIsLost() {
        expect("a", "14", "-11");

        comparison.accept("a", update(2, "4", "-11", "14", "1.5"));
        comparison.finish();

        assertThat(comparison.mismatched()).containsExactly("a");
        assertThat(comparison.lost()).isZero();
        assertThat(comparison.duplicated()).isZero();
    }

    @Test
    void finish_lossInOneKeyAndSurplusInAnother_dontCancelOut() {
        expect("a", "1", "1", "1");
        expect("b", "1");
        expect("c", "1", "1");

        comparison.accept("a", update(1, "1", "1", "1", "1"));
        comparison.accept("b", update(3, "3", "1", "1", "1"));
        comparison.finish();

        assertThat(comparison.lost()).isEqualTo(4);
        assertThat(comparison.duplicated()).isEqualTo(2);
        assertThat(comparison.mismatched()).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void accept_keyTwiceOrUnknown_isThereTooOften() {
        expect("a", "1");

        comparison.accept("a", update(1, "1", "1", "1", "1"));
        comparison.accept("a", update(1, "1", "1", "1", "1"));
        comparison.accept("x", update(5, "1", "1", "1", "1"));
        comparison.finish();

        assertThat(comparison.duplicated()).isEqualTo(6);
        assertThat(comparison.mismatched()).containsExactlyInAnyOrder("a", "x");
    }

    @Test
    void matches_countedOnly_needsNoNumbers() {
        KeyTotals totals = new KeyTotals();
        totals.add(Optional.empty());

        assertThat(totals.matches(new AppUpdate(1, Map.of()))).isTrue();
        assertThat(totals.matches(new AppUpdate(2, Map.of()))).isFalse();
        assertThat(totals.matches(update(1, "1", "1", "1", "1"))).isFalse();
    }

    @Test
    void add_fewerRecordsThanBefore_isUnderstated() {
        OutputLedger ledger = new OutputLedger();

        ledger.add("a", json(2));
        ledger.add("b", json(9));
        ledger.add("a", json(2));
        ledger.add("a", json(1));
        ledger.add("a", json(3));

        assertThat(ledger.understated()).isEqualTo(1);
        assertThat(ledger.records()).isEqualTo(12);
    }

    private void expect(String key, String... numbers) {
        KeyTotals totals = new KeyTotals();
        for (String number : numbers) {
            totals.add(Optional.of(new BigDecimal(number)));
        }
        expected.put(key, totals);
    }

    private static AppUpdate update(long count, String sum, String min, String max, String avg) {
        return new AppUpdate(
                count,
                Map.of(
                        "sum", new BigDecimal(sum),
                        "min", new BigDecimal(min),
                        "max", new BigDecimal(max),
                        "avg", new BigDecimal(avg)));
    }

    private static byte[] json(long count) {
        return ("{\"key\":\"k\",\"count\":" + count + "}").getBytes(UTF_8);
    }
}
