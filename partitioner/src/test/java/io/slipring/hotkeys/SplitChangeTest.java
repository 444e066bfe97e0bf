/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.hotkeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.ring.Placements;
import io.slipring.ring.Ring;
import io.slipring.ring.Rings;
import io.slipring.ring.SplitKey;
import io.slipring.ring.SplitMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SplitChangeTest {
    private static final byte[] KEY = "a".getBytes(StandardCharsets.UTF_8);

    private final Ring ring = Rings.create("orders", 4, Placements.byName("hashed"), List.of("orders"));

    @Test
    void split_firstKey_declaresItOverItsOwnerAndSuccessors() {
        Ring split = SplitChange.split(ring, KEY, 3);

        assertThat(split.epoch()).isEqualTo(ring.epoch().next());
        assertThat(split.splitMode()).isEqualTo(SplitMode.DECLARED);
        assertThat(split.table()).isEqualTo(ring.table());
        SplitKey key = split.splits().get(0);
        assertThat(key.shards()).hasSize(3);
        assertThat(key.shards().get(0)).isEqualTo(ring.ownerOf(KEY).id());
    }

    @Test
    void split_sameKeyAgain_takesTheOldSplitsPlace() {
        Ring split = SplitChange.split(SplitChange.split(ring, KEY, 3), KEY, 2);

        assertThat(split.splits())
                .singleElement()
                .satisfies(key -> assertThat(key.shards()).hasSize(2));
    }

    @Test
    void split_adaptiveRing_staysAdaptive() {
        Ring adaptive = SplitChange.mode(ring, SplitMode.ADAPTIVE);

        assertThat(SplitChange.split(adaptive, new byte[0], 2).splitMode()).isEqualTo(SplitMode.ADAPTIVE);
    }

    @Test
    void split_impossibleWays_saysTheRule() {
        for (int ways : new int[] {-1, 0, 1, 5}) {
            assertThatThrownBy(() -> SplitChange.split(ring, KEY, ways))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("ways must be 2..4 for ring orders, was " + ways);
        }
    }

    @Test
    void unsplit_otherKey_isRefused() {
        Ring split = SplitChange.split(ring, KEY, 2);

        assertThat(SplitChange.unsplit(split, KEY).splits()).isEmpty();
        assertThatThrownBy(() -> SplitChange.unsplit(split, new byte[] {'a', 0}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not split by ring orders at epoch 2");
    }

    @Test
    void mode_off_keepsWhatIsDeclared() {
        Ring split = SplitChange.split(ring, KEY, 2);

        assertThat(SplitChange.mode(split, SplitMode.OFF).splits()).isEqualTo(split.splits());
    }
}
