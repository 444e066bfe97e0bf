/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for the real data and for the generated ones in their place alike. */
class TestDataTest {
    @TempDir
    private Path directory;

    @Test
    void flights_haveTheirRowsAndRoutes() {
        TestData flights = TestData.flights();
        int origin = flights.column("origin");
        int destination = flights.column("destination");

        Map<String, Long> routes = count(flights, row -> row.get(origin) + "|" + row.get(destination));

        assertThat(routes).hasSize(668);
        assertThat(routes.values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(231_083)
                .isEqualTo(flights.records());
        assertThat(count(flights, row -> row.get(origin))).hasSize(59);
    }

    @Test
    void words_haveTheirRowsAndWords() {
        TestData words = TestData.words();
        int word = words.column("word");

        Map<String, Long> counts = count(words, row -> row.get(word));

        assertThat(counts).hasSize(12_762);
        assertThat(counts.values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(789_694)
                .isEqualTo(words.records());
    }

    @Test
    void generated_inPlaceOfTheFiles_haveTheSameShape() {
        assertThat(SyntheticRows.flights()
                        .limit(231_083)
                        .map(row -> row.get(3) + "|" + row.get(4))
                        .distinct())
                .hasSize(668);
        // each key comes once before the skewed ones begin
        List<List<String>> flights = SyntheticRows.flights().limit(2_000).toList();
        assertThat(flights.stream().map(row -> row.get(3) + "|" + row.get(4)).distinct())
                .hasSize(668);
        assertThat(flights.stream().map(row -> row.get(3)).distinct()).hasSize(59);
        assertThat(flights).allSatisfy(row -> {
            assertThat(row).hasSize(5);
            assertThat(row.get(0)).matches("\\d{8}");
            assertThat(row.get(3)).isNotEqualTo(row.get(4));
            assertThat(Integer.parseInt(row.get(1))).isBetween(-20, 199);
        });
        assertThat(SyntheticRows.words().limit(20_000).map(row -> row.get(2)).distinct())
                .hasSize(12_762);
    }

    @Test
    void rows_readTwice_areTheSame() {
        for (TestData data : List.of(TestData.flights(), TestData.words(), TestData.zipf(100, 1.2, 5_000, 9))) {
            try (Stream<List<String>> first = data.rows();
                    Stream<List<String>> second = data.rows()) {
                List<List<String>> rows = first.limit(5_000).toList();
                assertThat(rows).hasSize(5_000).isEqualTo(second.limit(5_000).toList());
                assertThat(rows).allSatisfy(row -> assertThat(row).hasSameSizeAs(data.columns()));
            }
        }
    }

    @Test
    void zipf_withAnotherSeed_givesOtherRows() {
        try (Stream<List<String>> one = TestData.zipf(100, 1.0, 1_000, 1).rows();
                Stream<List<String>> other = TestData.zipf(100, 1.0, 1_000, 2).rows()) {
            assertThat(one.toList()).isNotEqualTo(other.toList());
        }
        assertThat(TestData.zipf(1, 0, 0, 1).rows()).isEmpty();
        assertThatThrownBy(() -> TestData.zipf(1, 0, -1, 1)).hasMessage("records must be >= 0, was -1");
    }

    @Test
    void writeCsv_ofAnyData_writesHeaderAndRows() throws Exception {
        TestData data = TestData.zipf(10, 1.0, 100, 5);

        Path file = data.writeCsv(directory);

        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(101).startsWith("key,value");
        assertThat(file).hasFileName("zipf.csv");
        try (Stream<List<String>> rows = data.rows()) {
            assertThat(lines.subList(1, 101))
                    .isEqualTo(rows.map(row -> String.join(",", row)).toList());
        }
    }

    @Test
    void column_thatIsNotThere_namesThoseThatAre() {
        assertThatThrownBy(() -> TestData.words().column("verse"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column must be one of [book, position, word] for words, was verse");
    }

    private static Map<String, Long> count(TestData data, Function<List<String>, String> key) {
        try (Stream<List<String>> rows = data.rows()) {
            return rows.collect(Collectors.groupingBy(key, HashMap::new, Collectors.counting()));
        }
    }
}
