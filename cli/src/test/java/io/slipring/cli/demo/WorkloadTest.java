/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.cli.command.CommandFailure;
import io.slipring.cli.input.InputFormat;
import io.slipring.cli.trial.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadTest {
    @TempDir
    private Path folder;

    @Test
    void zipf_anySeed_hasExactlyTheRecordsAndKeysInZipfProportion() throws Exception {
        Map<String, Integer> counts = new HashMap<>();
        new ZipfWorkload(100_000, 5_000, 7).forEach(sample -> counts.merge(sample.key(), 1, Integer::sum));

        assertThat(counts).hasSize(5_000);
        assertThat(counts.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(100_000);
        int first = counts.get("key-1");
        assertThat(counts.get("key-10")).isBetween(first / 10 - 1, first / 10 + 1);
        assertThat(counts.get("key-100")).isBetween(first / 100 - 1, first / 100 + 1);
        assertThat(counts.get("key-5000")).isBetween(1, 3);
    }

    @Test
    void zipf_sameSeed_givesTheSameRecordsAgain() throws Exception {
        Workload workload = new ZipfWorkload(1_000, 100, 3);

        assertThat(rows(workload)).isEqualTo(rows(workload)).isNotEqualTo(rows(new ZipfWorkload(1_000, 100, 4)));
    }

    @Test
    void zipf_asManyRecordsAsKeys_hasEachOnce() throws Exception {
        List<String> keys = new ArrayList<>();
        new ZipfWorkload(50, 50, 1).forEach(sample -> keys.add(sample.key()));

        assertThat(keys).hasSize(50).doesNotHaveDuplicates();
        assertThatThrownBy(() -> new ZipfWorkload(49, 50, 1))
                .hasMessage("records must be >= keys >= 1, were 49 and 50");
    }

    @Test
    void check_goodFile_countsAndReadsAgain() throws Exception {
        FileWorkload workload = check("delay,o\n14,MCI\n-11,LAX\n", Optional.of("delay"), false);

        assertThat(workload.records()).isEqualTo(2);
        assertThat(rows(workload))
                .containsExactly(
                        "MCI {\"delay\":\"14\",\"o\":\"MCI\"} 14", "LAX {\"delay\":\"-11\",\"o\":\"LAX\"} -11");
    }

    @Test
    void check_malformedRow_namesItsLine() {
        assertThatThrownBy(() -> check("delay,o\n14,MCI\nlate,LAX\n", Optional.of("delay"), false))
                .isInstanceOf(CommandFailure.class)
                .hasMessageEndingWith("line 3: column 'delay' must be a number; --skip-bad leaves such rows out");
        assertThatThrownBy(() -> check("delay,o\n", Optional.empty(), false))
                .hasMessageContaining("there is no row in");
        assertThatThrownBy(() -> check("delay,x\n1,2\n", Optional.empty(), false))
                .hasMessageContaining("no column 'o'");
    }

    @Test
    void check_malformedRowSkipped_isLeftOutEachTime() throws Exception {
        FileWorkload workload = check("delay,o\n14,MCI\nlate,LAX\n1\n5,ONT\n", Optional.of("delay"), true);

        assertThat(workload.records()).isEqualTo(2);
        assertThat(rows(workload)).hasSize(2);
    }

    private FileWorkload check(String csv, Optional<String> field, boolean skipBad) throws Exception {
        Path file = Files.writeString(folder.resolve("input.csv"), csv);
        return FileWorkload.check(
                file, InputFormat.CSV, List.of("o"), field, skipBad ? Optional.of(bad -> {}) : Optional.empty());
    }

    private static List<String> rows(Workload workload) throws IOException, InterruptedException {
        List<String> rows = new ArrayList<>();
        workload.forEach(sample -> rows.add(sample.key() + " " + sample.row().value()
                + sample.number().map(number -> " " + number).orElse("")));
        return rows;
    }
}
