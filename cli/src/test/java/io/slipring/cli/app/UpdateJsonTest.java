/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.processor.Update;
import io.slipring.processor.aggregate.Stats;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.streams.kstream.internals.TimeWindow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateJsonTest {
    private static final Stats STATS = Stats.of(new BigDecimal("14")).plus(Stats.of(new BigDecimal("-11")));

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "COUNT; {\"key\":\"a\\\"b\",\"count\":2}",
                "SUM; {\"key\":\"a\\\"b\",\"count\":2,\"sum\":3}",
                "MIN; {\"key\":\"a\\\"b\",\"count\":2,\"min\":-11}",
                "MAX; {\"key\":\"a\\\"b\",\"count\":2,\"max\":14}",
                "AVG; {\"key\":\"a\\\"b\",\"count\":2,\"avg\":1.5}",
                "STATS; {\"key\":\"a\\\"b\",\"count\":2,\"sum\":3,\"min\":-11,\"max\":14,\"avg\":1.5}"
            })
    void write_eachAggregate_showsItsNumbersInOrder(AggregateKind kind, String json) {
        AppUpdate update = new AppUpdate(2, kind.shown(STATS));

        byte[] written = UpdateJson.write(Subject.of("a\"b"), update);

        assertThat(new String(written, UTF_8)).isEqualTo(json);
        assertThat(UpdateJson.read(written)).isEqualTo(update);
        assertThat(UpdateJson.count(written)).isEqualTo(2);
    }

    @Test
    void write_largeSum_isPlain() {
        Stats stats = Stats.of(new BigDecimal("1e20"));

        assertThat(new String(
                        UpdateJson.write(Subject.of("k"), new AppUpdate(1, AggregateKind.SUM.shown(stats))), UTF_8))
                .isEqualTo("{\"key\":\"k\",\"count\":1,\"sum\":100000000000000000000}");
    }

    @Test
    void read_notAnUpdate_isRefused() {
        assertThatThrownBy(() -> UpdateJson.read("{\"key\":\"k\"}".getBytes(UTF_8)))
                .isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> UpdateJson.count("{\"key\":\"k\"}".getBytes(UTF_8)))
                .isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> UpdateJson.read("x".getBytes(UTF_8))).isInstanceOf(SerializationException.class);
    }

    @Test
    void show_counting_tellsTheCountOnly() {
        assertThat(shown(KindAggregation.of(AggregateKind.COUNT, List.of()))).isEqualTo(new AppUpdate(3, Map.of()));
    }

    private static <A> AppUpdate shown(Aggregation<A> aggregation) {
        return aggregation.show(new Update<>(aggregation.aggregator().identity(), 3, 0));
    }

    @Test
    void write_window_isBehindTheKey() {
        Subject subject = Subject.of("k", new TimeWindow(1_357_016_400_000L, 1_357_016_400_500L));

        assertThat(new String(UpdateJson.write(subject, new AppUpdate(2, Map.of())), UTF_8))
                .isEqualTo("{\"key\":\"k\",\"window_start\":\"2013-01-01T05:00:00Z\","
                        + "\"window_end\":\"2013-01-01T05:00:00.500Z\",\"count\":2}");
    }
}
