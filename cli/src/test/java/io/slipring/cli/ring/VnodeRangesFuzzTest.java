/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.ring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.VnodeSet;
import io.slipring.testkit.Fuzz;
import java.util.List;
import org.junit.jupiter.api.Test;

class VnodeRangesFuzzTest {
    @Test
    void parse_damaged_isReadOrRefused() {
        Fuzz.of("--vnodes", bytes -> {
                    VnodeSet vnodes = RingMoveCommand.parse(List.of(new String(bytes, UTF_8).split(",")));
                    assertThat(vnodes.nextFrom(65_536)).isEqualTo(-1);
                })
                .sample("17,100-199".getBytes(UTF_8))
                .sample(" 0-65535 ".getBytes(UTF_8))
                .refuses(IllegalArgumentException.class)
                .run();
    }
}
