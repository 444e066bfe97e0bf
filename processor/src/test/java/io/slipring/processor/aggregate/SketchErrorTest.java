/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.processor.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.slipring.testkit.TestData;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.datasketches.kll.KllSketch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** After merging from many parts, the sketches of real data are within the bounds that their library publishes. */
class SketchErrorTest {
    private static final int PARTS = 64;

    /** What a KLL sketch keeps is random; a bound that holds in 99 % of all cases is tested on one case. */
    @BeforeAll
    static void seedTheLibrary() throws ReflectiveOperationException {
        for (Field field : KllSketch.class.getDeclaredFields()) {
            if (field.getType() == Random.class) {
                field.setAccessible(true);
                ((Random) field.get(null)).setSeed(5);
                return;
            }
        }
        throw new AssertionError("KllSketch has no Random any more");
    }

    /** Folds each value in one of 64 places at random, and merges those in pairs, each once written and read. */
    private static <V, A> A merged(Aggregator<V, A> aggregator, List<V> values) {
        SplittableRandom random = new SplittableRandom(11);
        List<A> parts = new ArrayList<>();
        for (int i = 0; i < PARTS; i++) {
            parts.add(aggregator.identity());
        }
        for (V value : values) {
            int part = random.nextInt(PARTS);
            parts.set(part, aggregator.fold(parts.get(part), value));
        }
        while (parts.size() > 1) {
            A right = reread(aggregator, parts.remove(random.nextInt(parts.size())));
            int left = random.nextInt(parts.size());
            parts.set(left, aggregator.merge(reread(aggregator, parts.get(left)), right));
        }
        return parts.get(0);
    }

    private static <A> A reread(Aggregator<?, A> aggregator, A aggregate) {
        return aggregator
                .serde()
                .deserializer()
                .deserialize("t", aggregator.serde().serializer().serialize("t", aggregate));
    }

    private static <A> int bytes(Aggregator<?, A> aggregator, A aggregate) {
        return aggregator.serde().serializer().serialize("t", aggregate).length;
    }

    private static List<String> column(TestData data, String column) {
        int index = data.column(column);
        try (Stream<List<String>> rows = data.rows()) {
            return rows.map(row -> row.get(index)).toList();
        }
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_21)
    void quantiles_delaysOfAllFlights_areWithinTheRankError() {
        List<Double> delays = column(TestData.flights(), "delay").stream()
                .map(Double::parseDouble)
                .toList();

        Quantiles quantiles = merged(Aggregators.<Double>quantiles(value -> value), delays);

        double[] sorted =
                delays.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        assertThat(bytes(Aggregators.<Double>quantiles(value -> value), quantiles))
                .isBetween(2_048, 6_144);
        assertThat(quantiles.count()).isEqualTo(sorted.length);
        assertThat(quantiles.quantile(0)).hasValue(sorted[0]);
        assertThat(quantiles.quantile(1)).hasValue(sorted[sorted.length - 1]);
        assertThat(quantiles.rankError()).isLessThan(0.0134);
        for (double value : new double[] {-20, -5, 0, 5, 15, 60, 120, 240}) {
            long notGreater = delays.stream().filter(delay -> delay <= value).count();
            assertThat(quantiles.rank(value).orElseThrow())
                    .as("rank of %s", value)
                    .isCloseTo((double) notGreater / sorted.length, within(quantiles.rankError()));
        }
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_21)
    void distinct_wordsOfTheText_isWithinTheErrorAndThatOfOneSketch() {
        List<String> words = column(TestData.words(), "word");
        Aggregator<String, Distinct> distinct = Aggregators.distinct(word -> word);

        Distinct merged = merged(distinct, words);

        long exact = words.stream().distinct().count();
        assertThat(merged.estimate()).isCloseTo(exact, within(exact * Distinct.relativeError(3)));
        Distinct folded = words.stream().reduce(distinct.identity(), distinct::fold, distinct::merge);
        assertThat(merged.estimate()).isEqualTo(folded.estimate());
        assertThat(bytes(distinct, merged)).isBetween(2_048, 2_304);
        assertThat(Distinct.relativeError(1)).isBetween(0.015, 0.018);
    }

    @Test
    void topItems_wordsOfTheText_lieBetweenTheirBounds() {
        List<String> words = column(TestData.words(), "word");
        Map<String, Long> exact = new HashMap<>();
        words.forEach(word -> exact.merge(word, 1L, Long::sum));

        TopItems top = merged(Aggregators.<String>topItems(word -> word, 768), words);

        assertThat(top.count()).isEqualTo(words.size());
        assertThat(top.error()).isLessThanOrEqualTo((long) (3.5 / 1_024 * words.size()));
        assertThat(top.top(20))
                .hasSize(20)
                .allSatisfy(item -> assertThat(exact.get(item.item())).isBetween(item.atLeast(), item.atMost()));
        exact.entrySet().stream()
                .filter(word -> word.getValue() > top.error())
                .forEach(word ->
                        assertThat(top.top(768)).extracting(TopItems.Item::item).contains(word.getKey()));
    }
}
