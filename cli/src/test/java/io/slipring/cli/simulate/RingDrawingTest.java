/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.cli.terminal.Glyphs;
import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.RingChange;
import io.slipring.ring.Rings;
import io.slipring.ring.ShardId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RingDrawingTest {

    private static final Ring RING = RingChange.on(Rings.create("r", 3, Placements.balanced(), Set.of()))
            .setWeight(new ShardId(2), 2)
            .next();

    @Test
    void lines_ring_showsACircleAndABarPerShard() {
        List<String> lines = RingDrawing.lines(RING, List.of(1.0, 1.0, 6.0), Glyphs.ASCII);

        assertThat(lines.subList(0, 19)).allMatch(line -> line.matches("[ 012]+"));
        assertThat(lines.get(20))
                .isEqualTo(
                        "0 shard 0     weight 1     ###############...............  25.00%  load ###............  12.50%");
        assertThat(lines.get(22))
                .isEqualTo(
                        "2 shard 2     weight 2     ##############################  50.00%  load ###############  75.00%");
    }

    @Test
    void lines_noLoad_leavesItOut() {
        assertThat(RingDrawing.lines(RING, List.of(), Glyphs.ASCII).get(21)).endsWith("...............  25.00%");
    }
}
