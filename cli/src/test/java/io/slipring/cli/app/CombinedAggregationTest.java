/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.processor.Update;
import io.slipring.processor.aggregate.Aggregator;
import io.slipring.processor.aggregate.Combined;
import io.slipring.processor.aggregate.Positioned;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@EnabledForJreRange(max = JRE.JAVA_21)
class CombinedAggregationTest {
    private static String json(String aggregates, String... values) {
        CombinedAggregation aggregation = CombinedAggregation.of(AggregatesParser.parse(aggregates));
        Aggregator<Positioned<Fields>, Combined> aggregator = aggregation.aggregator();
        Combined all = aggregator.identity();
        for (int i = 0; i < values.length; i++) {
            Fields fields = Values.read(ValueFormat.JSON, values[i].getBytes(UTF_8), aggregation.wanted());
            Combined one = aggregator.fold(aggregator.identity(), new Positioned<>(fields, 100 - i, "t", 0, i));
            byte[] written = aggregator.serde().serializer().serialize("t", one);
            all = aggregator.merge(all, aggregator.serde().deserializer().deserialize("t", written));
        }
        return new String(aggregation.json(Subject.of("k"), new Update<>(all, values.length, 100)), UTF_8);
    }

    @Test
    void json_everyAggregate_hasItsFieldInTheGivenOrder() {
        assertThat(json(
                        "last(to), count, sum(d) as total, min(d), max(d), mean(d), variance(d), stddev(d), median(d),"
                                + " p0(d), distinct(to), top(to, 1), set(to, 1), first(d), set(late)",
                        "{\"d\":0.5,\"to\":\"b\",\"late\":true}",
                        "{\"d\":\"2.50\",\"to\":\"a\",\"late\":true}",
                        "{\"d\":4.5,\"to\":\"b\",\"late\":false}"))
                .isEqualTo("{\"key\":\"k\",\"last_to\":\"b\",\"count\":3,\"total\":7.5,\"min_d\":0.5,\"max_d\":4.5,"
                        + "\"mean_d\":2.5,\"variance_d\":2.6666666666666665,\"stddev_d\":1.632993161855452,"
                        + "\"median_d\":2.5,\"p0_d\":0.5,\"distinct_to\":2,"
                        + "\"top_to\":[{\"item\":\"b\",\"count\":2,\"error\":0}],"
                        + "\"set_to\":{\"items\":[\"a\"],\"complete\":false},\"first_d\":4.5,"
                        + "\"set_late\":{\"items\":[\"false\",\"true\"],\"complete\":true}}");
    }

    @Test
    void json_lastText_isQuotedAgain() {
        assertThat(json("last(x)", "{\"x\":\"a\\\"b\\u0001\"}"))
                .isEqualTo("{\"key\":\"k\",\"last_x\":\"a\\\"b\\u0001\"}");
    }

    @Test
    void aggregator_resultsOfOneSketch_shareIt() {
        CombinedAggregation aggregation = CombinedAggregation.of(
                AggregatesParser.parse("p50(d), p99(d), median(d) as m, stddev(d), variance(d)"));

        assertThat(aggregation.aggregator().describe()).isEqualTo("quantiles as quantiles(d), variance as variance(d)");
        assertThat(aggregation.wanted()).containsExactly(new Wanted("d", Wanted.As.DOUBLE));
    }
}
