/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures next to nothing, so that only what doesn't depend on time is looked at. */
class BenchLookupIT {
    @Test
    void lookup_oneShortRound_reportsEachWayAndThatOursAllocateNothing(@TempDir Path directory) throws Exception {
        CommandRun run = CommandRun.of(
                "bench",
                "lookup",
                "--shards",
                "16",
                "--rounds",
                "1",
                "--iteration-ms",
                "20",
                "--json",
                "--write",
                directory.toString());

        assertThat(run.status()).as(run.err()).isZero();
        JsonNode results = run.json();
        assertThat(results.findValuesAsText("way"))
                .containsExactly("ring", "declared", "adaptive", "guava", "ketama", "jumpBack", "murmur2");
        results.forEach(result -> assertThat(result.get("nanos").asDouble()).isPositive());
        assertThat(results.get(0).get("bytes").asDouble()).isLessThan(0.5);
        assertThat(results.get(6).get("ratio").asDouble()).isEqualTo(1);
        assertThat(Files.readString(directory.resolve("benchmarks.md"))).contains("| ring | 16 |");
        assertThat(directory.resolve("lookup.svg")).content().contains("16 shards");
    }

    @Test
    void bench_wrongSettings_areRefusedBeforeAnythingStarts() {
        assertThat(CommandRun.of("bench", "lookup", "--rounds", "0").status()).isEqualTo(2);
        assertThat(CommandRun.of("bench", "steady", "--records", "0").err()).contains("--records must be >= 1, was 0");
        assertThat(CommandRun.of("bench", "steady", "--workload", "zipf9").status())
                .isEqualTo(2);
        assertThat(CommandRun.of("bench", "grow", "--load", "1").err()).contains("--load must be above 0 and below 1");
    }
}
