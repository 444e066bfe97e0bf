/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.slipring.ring.Ring;
import io.slipring.ring.codec.RingCodec;
import io.slipring.schemas.SingleObject;
import io.slipring.schemas.TaskProgress;
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

    @Test
    void put_illegalNameInside_isRefusedAndNotThrown() {
        ControlKey.TaskKey task = new ControlKey.TaskKey("orders", "totals", 3);
        TaskProgress progress = TaskProgress.newBuilder()
                .setFormatVersion(1)
                .setRing("orders/")
                .setApplicationId("totals")
                .setPartition(3)
                .setEpoch(7)
                .setVnodesToShip(0)
                .setVnodesAwaited(0)
                .setVnodesReleasing(0)
                .setShippedEntries(0)
                .setShippedBytes(0)
                .setHomeEntries(0)
                .setHomeBytes(0)
                .setRecordsConsumed(0)
                .setRecordsReceived(0)
                .setRecordsSent(0)
                .setRecordsForeign(0)
                .setRecordsHome(0)
                .setRecordsExpired(0)
                .setUpdatedAtMs(0)
                .build();

        contents.put(task, SingleObject.TASK_PROGRESS.encode(progress));

        assertThat(contents.snapshot().refused())
                .containsEntry(
                        "task/orders/totals/3",
                        "Cannot read task/orders/totals/3: ring " + Names.RULE + ", was \"orders/\"");
    }
}
