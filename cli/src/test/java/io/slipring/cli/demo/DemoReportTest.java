/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slipring.cli.command.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoReportTest {
    @Test
    void json_report_hasExactlyThePromisedFields() throws Exception {
        JsonNode json = new ObjectMapper().readTree(Json.text(report(new long[5])));

        List<String> names = new ArrayList<>();
        json.fieldNames().forEachRemaining(names::add);
        assertThat(names)
                .containsExactly(
                        "records",
                        "keys",
                        "shardsBefore",
                        "shardsAfter",
                        "partitionsBefore",
                        "partitionsAfter",
                        "vnodesMovedFraction",
                        "keysMoved",
                        "keysMovedFraction",
                        "idealFraction",
                        "handoffMillis",
                        "lost",
                        "duplicated",
                        "mismatchedKeys",
                        "understatedOutputs",
                        "appRestarts",
                        "producedPerSecond",
                        "maxGapMillis");
    }

    @Test
    void exact_nothingWrong_isTrue() {
        assertThat(report(new long[5]).exact()).isTrue();
        assertThat(report(new long[5]).lines()).first().isEqualTo("Exact.");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void exact_anythingWrong_isFalse(int which) {
        long[] wrong = new long[5];
        wrong[which] = 1;

        assertThat(report(wrong).exact()).isFalse();
        assertThat(report(wrong).lines()).first().isEqualTo("NOT exact.");
    }

    private static DemoReport report(long[] wrong) {
        return new DemoReport(
                1, 2, 4, 5, 4, 5, 0.2, 3, 0.21, 0.2, 900, wrong[0], wrong[1], wrong[2], wrong[3], wrong[4], 50, 70);
    }
}
