/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Ring;
import io.slipring.ring.codec.RingCodec;
import org.junit.jupiter.api.Test;

class ControlContentsTest {
    private final ControlContents contents = new ControlContents();
    private final Ring one = TestRings.first("orders", 4);
    private final ControlKey.RingKey key = new ControlKey.RingKey(one.name(), one.epoch());

    @Test
    void put_deleted_isGone() {
        contents.put(key, RingCodec.encode(one));
        ControlSnapshot before = contents.snapshot();
        contents.put(key, null);

        assertThat(before.rings()).containsKey("orders");
        assertThat(contents.snapshot().rings()).isEmpty();
    }

    @Test
    void put_damagedAndThenMended_isNotRefusedAnyMore() {
        contents.put(key, new byte[] {1});
        assertThat(contents.snapshot().refused()).containsOnlyKeys("ring/orders/1");

        contents.put(key, RingCodec.encode(one));
        assertThat(contents.snapshot().refused()).isEmpty();
        assertThat(contents.snapshot().ring("orders")).isEqualTo(one);
    }

    @Test
    void put_damagedOverGood_isRefusedAndTheGoodOneGone() {
        contents.put(key, RingCodec.encode(one));
        contents.put(key, new byte[] {1});

        assertThat(contents.snapshot().rings()).isEmpty();
        assertThat(contents.snapshot().refused()).hasSize(1);
    }
}
