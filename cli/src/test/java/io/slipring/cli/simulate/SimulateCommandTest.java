/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slipring.cli.command.CommandLines;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SimulateCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine command = CommandLines.create(new SimulateCommand());
        command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return command.execute(arguments);
    }

    private JsonNode outcome(String placement, String change) throws Exception {
        return StreamSupport.stream(new ObjectMapper().readTree(out.toString()).spliterator(), false)
                .filter(node -> node.get("placement").asText().equals(placement)
                        && node.get("change").asText().equals(change))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void simulate_fourShardsAddOne_showsTheTextbookFigures() throws Exception {
        int exit = run("--keys", "zipf:0:20000", "--shards", "4", "--change", "add:1,weight:0:2", "--json");

        assertThat(exit).isZero();
        JsonNode balanced = outcome("balanced", "add:1");
        assertThat(balanced.get("shards").asInt()).isEqualTo(4);
        assertThat(balanced.get("arcMaxOverMean").asDouble()).isEqualTo(1);
        assertThat(balanced.get("movedFraction").asDouble()).isEqualTo(13_107 / 65_536.0);
        assertThat(balanced.get("idealFraction").asDouble()).isCloseTo(0.2, within(1e-12));
        assertThat(balanced.get("movedLoadFraction").asDouble()).isCloseTo(0.2, within(0.02));
        assertThat(balanced.get("loadMaxOverMean").asDouble()).isBetween(1.0, 1.1);
        assertThat(balanced.get("loadStddev").asDouble()).isBetween(0.0, 0.05);
        assertThat(balanced.get("lookupNanos").asDouble()).isPositive();
        assertThat(balanced.get("tableBytes").asInt()).isEqualTo(131_072);
        assertThat(outcome("modulo", "add:1").get("movedFraction").asDouble()).isCloseTo(0.8, within(0.01));
        assertThat(outcome("jump", "weight:0:2").get("movedFraction").isNull()).isTrue();
        assertThat(outcome("jump", "weight:0:2").get("refused").asText()).contains("has no weights");
        assertThat(outcome("balanced", "weight:0:2").get("idealFraction").asDouble())
                .isCloseTo(2 / 5.0 - 1 / 4.0, within(1e-12));
    }

    @Test
    void simulate_fileAndPage_countsRepeatedKeysAndDrawsEverything(@TempDir Path directory) throws Exception {
        Path keys = directory.resolve("keys.txt");
        Files.writeString(
                keys,
                IntStream.range(0, 1_000)
                                .mapToObj(i -> i < 400 ? "hot" : "key-" + i)
                                .collect(Collectors.joining("\n"))
                        + "\n");
        Path page = directory.resolve("page.html");

        int exit =
                run("--keys", keys.toString(), "--shards", "10", "--placement", "balanced", "--html", page.toString());

        assertThat(exit).isZero();
        assertThat(out.toString())
                .startsWith("10 shards, 1,000 records")
                .contains("balanced     add:1")
                .contains("balanced     remove:1")
                .contains("balanced     weight:0:2");
        String html = Files.readString(page);
        assertThat(html).startsWith("<!DOCTYPE html>").endsWith("</html>\n").doesNotContain("http", "src=", "NaN");
        assertThat(html.split("<svg", -1)).hasSize(1 + 3 * 5);
    }

    @Test
    void simulate_wrongArguments_areUsageInOneLine() {
        assertThat(run("--change", "grow:1")).isEqualTo(2);
        assertThat(run("--keys", "zipf:x:1")).isEqualTo(2);
        assertThat(run("--placement", "ketama")).isEqualTo(2);
        assertThat(run("--shards", "0")).isEqualTo(2);
        assertThat(err.toString())
                .contains("--change: a change must be add:N, remove:N or weight:SHARD:WEIGHT, was grow:1")
                .contains("--keys: generated keys must be zipf:EXPONENT:KEYS")
                .contains("--placement: placement must be one of")
                .contains("--shards must be 1..4096, was 0");
    }

    @Test
    void simulate_missingFile_failsInOneLine() {
        assertThat(run("--keys", "no-such-file")).isEqualTo(1);
        assertThat(err.toString().lines()).hasSize(1).first().asString().contains("there is no file no-such-file");
    }
}
