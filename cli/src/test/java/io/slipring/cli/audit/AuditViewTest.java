/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slipring.cli.command.Json;
import io.slipring.processor.audit.AuditReport;
import io.slipring.processor.audit.AuditReport.Verdict;
import io.slipring.processor.audit.Finding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuditViewTest {
    private static final List<AuditReport.Task> TASKS = List.of(
            new AuditReport.Task(0, 2, 40, 1_000, 3, 900, 300, 200, 5, 0, 90, 0),
            new AuditReport.Task(1, 2, 41, 500, 0, 594, 200, 294, 0, 0, 60, -1));

    private static AuditView view(Verdict verdict, Finding... findings) {
        return new AuditView(
                new AuditReport("orders", "totals", verdict, 3, TASKS, Optional.empty(), List.of(findings)));
    }

    @Test
    void lines_exact_endWithTheSum() {
        List<String> lines = view(Verdict.EXACT).lines();

        assertThat(lines).hasSize(6);
        assertThat(lines.get(2).trim().split(" +"))
                .containsExactly("0", "2", "1,000", "900", "300", "200", "5", "0", "90", "0");
        assertThat(lines.get(4).trim().split(" +"))
                .containsExactly("all", "1,500", "1,494", "500", "494", "5", "0", "150", "-1");
        assertThat(lines.get(5))
                .isEqualTo("exact: 1,500 records consumed = 1,494 home + 5 in flight + 0 expired;"
                        + " every key has one owner");
    }

    @Test
    void json_different_namesKindPartitionAndDifference() throws Exception {
        JsonNode json = new ObjectMapper()
                .readTree(Json.text(view(
                                Verdict.DIFFERENT,
                                new Finding(Finding.Kind.IN_FLIGHT, 1, 0, -1, -1, "partition 1: 1 records lost"))
                        .json()));

        assertThat(json.get("verdict").asText()).isEqualTo("different");
        assertThat(json.get("difference").asInt()).isEqualTo(-1);
        assertThat(json.get("partitions").get(1).get("home").asInt()).isEqualTo(594);
        JsonNode finding = json.get("findings").get(0);
        assertThat(finding.get("kind").asText()).isEqualTo("in-flight");
        assertThat(finding.get("partition").asInt()).isEqualTo(1);
        assertThat(finding.get("otherPartition").asInt()).isZero();
        assertThat(finding.has("vnode")).isFalse();
        assertThat(finding.get("difference").asInt()).isEqualTo(-1);
    }

    @Test
    void lines_unsettled_sayWhatToDo() {
        List<String> lines = view(Verdict.UNSETTLED).lines();

        assertThat(lines.get(lines.size() - 1)).startsWith("unsettled: 3 looks").contains("--timeout-ms");
    }
}
