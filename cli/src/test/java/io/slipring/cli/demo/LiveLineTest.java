/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.cli.progress.HandoffProgress;
import io.slipring.cli.terminal.Glyphs;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveLineTest {
    @Test
    void of_threeShards_drawsABarForEach() {
        LiveLine live = new LiveLine(Glyphs.ASCII);

        assertThat(live.of(7, 1_000, List.of(500L, 250L, 0L), 42))
                .isEqualTo(
                        "  7s  in   1,000/s  out     750/s  behind      42   0 ##########  1 #####.....  2 ..........");
        assertThat(live.handoff(new HandoffProgress(50, 100, false), 1_234))
                .isEqualTo("      handoff ###############...............  50%  1,234 ms");
    }
}
