/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.cli.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.testkit.Fuzz;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever change is asked for is made, or refused as a wrong argument. */
class ChangeFuzzTest {
    private static Fuzz fuzz(String name, Fuzz.Decoder decoder) {
        return Fuzz.of(name, decoder)
                .sample("add:1".getBytes(UTF_8))
                .sample("remove:2".getBytes(UTF_8))
                .sample("weight:3:17".getBytes(UTF_8))
                .refuses(IllegalArgumentException.class);
    }

    @Test
    void parse_damaged_isReadOrRefused() {
        fuzz("Change.parse", bytes -> {
                    Change change = Change.parse(new String(bytes, UTF_8));
                    assertThat(Change.parse(change.text())).isEqualTo(change);
                })
                .run();
    }

    @Test
    void apply_damaged_isMadeOrRefused() {
        for (String placement : Placements.names()) {
            Ring ring = Rings.create("simulated", 4, Placements.byName(placement), List.of());
            fuzz("Change.apply " + placement, bytes -> {
                        Ring after = Change.parse(new String(bytes, UTF_8)).apply(ring);
                        assertThat(after.epoch()).isGreaterThan(ring.epoch());
                    })
                    .allocates(1 << 20, 64 << 20)
                    .oneIn(60)
                    .run();
        }
    }
}
