/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlipringCommandTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "--version",
                "demo --help",
                "run --help",
                "produce --help",
                "ring --help",
                "audit --help",
                "ring create --help",
                "ring describe --help",
                "ring route --help",
                "ring add-shard --help",
                "status --help",
                "doctor --help"
            })
    void execute_help_exitsZeroOnStandardOutput(String line) {
        CommandRun run = CommandRun.of(line.split(" "));

        assertThat(run.status()).isZero();
        assertThat(run.out()).isNotBlank();
        assertThat(run.err()).isEmpty();
    }

    static List<List<String>> misuses() {
        return List.of(
                List.of("slipring", ""),
                List.of("slipring", "nonsense"),
                List.of("slipring ring", "ring"),
                List.of("slipring run", "run"),
                List.of("slipring produce", "produce --topic t"),
                List.of("slipring produce", "produce --bootstrap-server b:1"),
                List.of("slipring produce", "produce --topic t --bootstrap-server b:1 --format xml"),
                List.of("slipring ring create", "ring create --bootstrap-server b:1"),
                List.of("slipring audit", "audit --bootstrap-server b:1"),
                List.of("slipring audit", "audit --application-id a"),
                List.of("slipring ring route", "ring route --bootstrap-server b:1"),
                List.of("slipring ring add-shard", "ring add-shard --bootstrap-server b:1 --dry-run --execute"),
                List.of("slipring status", "status --bootstrap-server b:1 --watch --wait"),
                List.of("slipring status", "status --bootstrap-server b:1 --interval-ms 99"),
                List.of("slipring demo", "demo --shards 0"),
                List.of("slipring demo", "demo --add-shards 5000"),
                List.of("slipring demo", "demo --rate 0"),
                List.of("slipring demo", "demo --records 10 --keys 11"),
                List.of("slipring demo", "demo --input gone.csv --key k"),
                List.of("slipring demo", "demo --input gone.csv"));
    }

    @ParameterizedTest
    @MethodSource("misuses")
    void execute_misuse_exitsTwoWithOneLineAndAHint(List<String> misuse) {
        CommandRun run = CommandRun.of(
                misuse.get(1).isEmpty() ? new String[0] : misuse.get(1).split(" "));

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(2);
        assertThat(run.err()).startsWith(misuse.get(0) + ": ").contains("Try '" + misuse.get(0) + " --help'.");
    }

    @Test
    void run_badConfigFile_exitsOneAndNamesKeyAndRule(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("app.properties"), """
                application.id=a
                bootstrap.servers=localhost:1
                slipring.ring=r
                slipring.input.topic=in
                slipring.output.topic=out
                slipring.aggregate=median
                """);

        CommandRun run = CommandRun.of("run", "--config", file.toString());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("slipring run: Invalid value median for configuration slipring.aggregate");
    }

    @Test
    void run_mistakeInTheAggregates_showsItsPlace(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("app.properties"), """
                application.id=a
                bootstrap.servers=localhost:1
                slipring.ring=r
                slipring.input.topic=in
                slipring.output.topic=out
                slipring.aggregates=count, sum(delay as total
                """);

        CommandRun run = CommandRun.of("run", "--config", file.toString());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err().lines())
                .containsExactly(
                        "slipring run: Invalid value count, sum(delay as total for configuration slipring.aggregates:"
                                + " column 18: expected ')'",
                        "  count, sum(delay as total",
                        " ".repeat(19) + "^");
    }

    @Test
    void route_noBrokerThere_exitsOneWithinItsTimeout() {
        CommandRun run = CommandRun.of(
                "ring", "route", "--bootstrap-server", "127.0.0.1:9", "--timeout-ms", "1500", "--key", "k");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("slipring ring route: ").contains("127.0.0.1:9");
    }
}
