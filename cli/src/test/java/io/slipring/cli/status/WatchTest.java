/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slipring.cli.progress.ClusterStatus;
import io.slipring.cli.progress.GroupFacts;
import io.slipring.cli.progress.GroupOffsets;
import io.slipring.cli.progress.Pace;
import io.slipring.cli.progress.Reports;
import io.slipring.cli.progress.Selection;
import io.slipring.cli.progress.StatusFacts;
import io.slipring.cli.progress.TaskId;
import io.slipring.cli.terminal.Glyphs;
import io.slipring.cli.terminal.Terminal;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.schemas.TaskProgress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class WatchTest {
    private static final Ring ONE = Rings.create("r", 2, Placements.balanced(), Set.of("t"));
    private static final Ring TWO = RingChange.on(ONE).addShards(1).next();
    private final StringWriter written = new StringWriter();

    @Test
    void lines_handoffUnderWay_showEveryTaskAndTheWhole() {
        assertThat(new StatusLines(Glyphs.ASCII).all(status(5_461)))
                .containsExactly(
                        "ring r  epoch 2  fingerprint " + TWO.fingerprint().shortForm() + "  shards 3",
                        "application totals  group stable  37%  to go 100.0 kB at 50.0 kB/s  eta 2 s  tasks 1 of 3"
                                + "  lag 1,234  transfer lag ?",
                        "  partition  epoch  to ship  awaited  releasing     to go     per s   records/s        lag"
                                + "   transfer  report",
                        "          0      2     5461        0          0  100.0 kB   50.0 kB         500      1,234"
                                + "          ?  1 s ago",
                        "          1      2        0        0          0       0 B         ?           ?          ?"
                                + "          ?  NO REPORT FOR 1 min 0 s",
                        "          2      -        0    21845          0       0 B         ?           ?          ?"
                                + "          ?  NEVER REPORTED",
                        "###############.........................  37%  eta 2 s");
    }

    @Test
    void show_notATerminal_writesALinePerChange() {
        Watch watch = new Watch(new Terminal(new PrintWriter(written), false, Glyphs.ASCII), false);

        watch.show(status(5_461));
        watch.show(status(5_461));
        watch.show(status(5_000));
        watch.failed(new IllegalStateException("gone"));
        watch.failed(new IllegalStateException("gone"));

        List<String> lines = written.toString().lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(1)).contains("  ring r epoch 2  application totals  group stable  ");
        assertThat(lines.get(2)).endsWith("  cannot look: gone");
    }

    @Test
    void show_terminal_drawsOver() {
        Watch watch = new Watch(new Terminal(new PrintWriter(written), true, Glyphs.ASCII), false);

        watch.show(status(5_461));
        watch.failed(new IllegalStateException("gone"));

        assertThat(written.toString().split("\u001b\\[H", -1)).hasSize(3);
        assertThat(written.toString()).contains("cannot look: gone").endsWith("\u001b[J");
    }

    @Test
    void show_json_isOneLineEach() throws Exception {
        Watch watch = new Watch(new Terminal(new PrintWriter(written), false, Glyphs.ASCII), true);

        watch.show(status(5_461));

        JsonNode json = new ObjectMapper().readTree(written.toString());
        assertThat(written.toString().lines()).hasSize(1);
        JsonNode app = json.get("rings").get(0).get("applications").get(0);
        assertThat(app.get("bytesToShip").asLong()).isEqualTo(100_000);
        assertThat(app.get("transferLag").isNull()).isTrue();
        assertThat(app.get("tasks").get(2).get("report").isNull()).isTrue();
        assertThat(app.get("tasks").get(1).get("stale").asBoolean()).isTrue();
    }

    private static ClusterStatus status(int toShip) {
        TaskProgress busy = Reports.of(0, 2);
        busy.setVnodesToShip(toShip);
        busy.setUpdatedAtMs(Reports.NOW - 1_000);
        int held = TWO.vnodesOfPartition(0).size() + toShip;
        busy.setHomeBytes(100_000L * held / toShip);
        TaskProgress silent = Reports.of(1, 2);
        silent.setUpdatedAtMs(Reports.NOW - 60_000);
        TopicPartition input = new TopicPartition("t", 0);
        return ClusterStatus.of(
                new StatusFacts(
                        Reports.control(
                                Reports.epochs(ONE, TWO), List.of(Reports.app("totals")), List.of(busy, silent)),
                        Map.of(new TaskId("r", "totals", 0), new Pace(Duration.ofSeconds(2), 100_000, 1_000, 0)),
                        Map.of(
                                "totals",
                                new GroupFacts(
                                        "stable",
                                        new GroupOffsets(Map.of(input, 1L), Map.of(), Map.of(input, 1_235L)),
                                        List.of())),
                        Reports.NOW),
                new Selection(Optional.empty(), Optional.empty()));
    }
}
