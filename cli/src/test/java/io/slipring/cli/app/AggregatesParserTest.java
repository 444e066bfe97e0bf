/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AggregatesParserTest {
    @Test
    void parse_severalAggregates_keepsOrderFieldsAndNames() {
        List<AggregateCall> calls = AggregatesParser.parse(
                "count, sum(delay) as total,p99.9( delay ) , top(\"to, or from\", 3) AS \"a b\"");

        assertThat(calls)
                .containsExactly(
                        new AggregateCall(
                                AggregateFunction.COUNT, Optional.empty(), Optional.empty(), 0, "count", 1, 1),
                        new AggregateCall(
                                AggregateFunction.SUM, Optional.empty(), Optional.of("delay"), 0, "total", 8, 12),
                        new AggregateCall(
                                AggregateFunction.PERCENTILE,
                                Optional.of(new BigDecimal("99.9")),
                                Optional.of("delay"),
                                0,
                                "p99_9_delay",
                                28,
                                35),
                        new AggregateCall(
                                AggregateFunction.TOP, Optional.empty(), Optional.of("to, or from"), 3, "a b", 45, 49));
    }

    @Test
    void parse_namesLeftOut_areMadeOfFunctionAndField() {
        assertThat(AggregatesParser.parse("Mean(delay), avg(a-b.c), distinct(\"to here\"), set(x), median(y)"))
                .extracting(AggregateCall::name)
                .containsExactly("mean_delay", "avg_a_b_c", "distinct_to_here", "set_x", "median_y");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '`',
            value = {
                "sum(delay~10~expected ')'",
                "sum(delay as x~11~expected ')'",
                "count, ~8~expected an aggregate, such as count or sum(FIELD)",
                ",count~1~expected an aggregate, such as count or sum(FIELD)",
                "count sum(delay)~7~expected ',' or 'as'",
                "count as~9~expected a name",
                "sum~4~expected '(' and a field",
                "sum delay~5~expected '(' and a field",
                "sum()~5~expected a field",
                "sum(\"\")~5~expected a field, not blank",
                "sum(\"delay)~5~expected a second '\"' behind this one",
                "count(*)~6~count is over records and takes no field",
                "count, p101(delay)~8~a percentile must be 0 to 100, was 101",
                "mean(delay, 3)~13~mean takes a field alone",
                "top(x, 0)~8~expected a size from 1 to 768",
                "top(x, 769)~8~expected a size from 1 to 768",
                "top(x, many)~8~expected a size from 1 to 768",
                "count, count~8~the name 'count' is taken by column 1; give another one with 'as'",
                "sum(a) as key~1~the name 'key' is taken by the record's key; give another one with 'as'",
                "average(x)~1~there is no aggregate 'average'; there are count, sum, min, max, mean, variance, stddev, median,"
                        + " p0 to p100, distinct, top, set, first, last",
                "count, list(x)~8~'list' depends on the order in which records arrive, which means nothing where any task may"
                        + " fold any record; write set(FIELD, SIZE), first(FIELD) or last(FIELD)",
                "latest(x)~1~'latest' depends on the order in which records arrive, which means nothing where any task may"
                        + " fold any record; write last(FIELD), which goes by timestamp",
            })
    void parse_mistake_tellsColumnAndWhatIsExpected(String text, int column, String why) {
        assertThatThrownBy(() -> AggregatesParser.parse(text))
                .isInstanceOf(ExpressionException.class)
                .hasMessage("Invalid value " + text + " for configuration slipring.aggregates: column " + column + ": "
                        + why);
    }

    @Test
    void illustration_mistake_putsACaretUnderItsColumn() {
        assertThatThrownBy(() -> AggregatesParser.parse("count,\tsum(delay"))
                .isInstanceOfSatisfying(
                        ExpressionException.class,
                        mistake -> assertThat(mistake.illustration())
                                .isEqualTo("  count, sum(delay\n" + " ".repeat(18) + "^"));
    }
}
