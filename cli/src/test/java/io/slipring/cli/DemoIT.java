/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"4,1,ring,classic,0.2", "3,2,ring,streams,0.4", "3,2,default,classic,0.4"})
    void demo_generatedInput_isExactAndMovesTheFairShare(
            int shards, int added, String partitioner, String protocol, double moved) throws Exception {
        JsonNode report = demo(
                "--records",
                "20000",
                "--keys",
                "2000",
                "--rate",
                "4000",
                "--shards",
                String.valueOf(shards),
                "--add-shards",
                String.valueOf(added),
                "--partitioner",
                partitioner,
                "--group-protocol",
                protocol);

        assertExact(report);
        assertThat(report.get("records").asLong()).isEqualTo(20_000);
        assertThat(report.get("keys").asLong()).isEqualTo(2_000);
        assertThat(report.get("partitionsBefore").asInt()).isEqualTo(shards);
        assertThat(report.get("partitionsAfter").asInt()).isEqualTo(shards + added);
        assertThat(report.get("vnodesMovedFraction").asDouble()).isEqualTo(moved, Offset.offset(0.001));
        assertThat(report.get("keysMoved").asLong()).isPositive();
    }

    @Test
    void demo_fileWithBadRows_leavesThemOutAndIsExact() throws Exception {
        StringBuilder csv = new StringBuilder("origin,destination,delay\n");
        IntStream.range(0, 5_000)
                .forEach(row -> csv.append("A" + row % 50 + ",B" + row % 7 + "," + (row % 100 - 20) + ".5\n"));
        csv.append("A1,B1,late\n").append("A1\n");
        Path file = Files.writeString(folder.resolve("flights.csv"), csv);

        CommandRun strict = CommandRun.of("demo", "--input", file.toString(), "--key", "origin", "--value", "delay");
        assertThat(strict.status()).isEqualTo(1);
        assertThat(strict.err()).contains("line 5002: column 'delay' must be a number");

        JsonNode report = demo(
                "--input",
                file.toString(),
                "--key",
                "origin,destination",
                "--value",
                "delay",
                "--rate",
                "1500",
                "--skip-bad");
        assertExact(report);
        assertThat(report.get("records").asLong()).isEqualTo(5_000);
        assertThat(report.get("keys").asLong()).isEqualTo(350);
    }

    private JsonNode demo(String... arguments) throws Exception {
        Path report = folder.resolve("report.json");
        CommandRun run = CommandRun.of(
                Stream.concat(Stream.of("demo", "--report", report.toString(), "--json"), Arrays.stream(arguments))
                        .toArray(String[]::new));

        assertThat(run.status()).describedAs(run.err()).isZero();
        JsonNode written = new ObjectMapper().readTree(report.toFile());
        assertThat(run.json()).isEqualTo(written);
        return written;
    }

    private static void assertExact(JsonNode report) {
        for (String count :
                new String[] {"lost", "duplicated", "mismatchedKeys", "understatedOutputs", "appRestarts"}) {
            assertThat(report.get(count).asLong()).describedAs(count).isZero();
        }
    }
}
