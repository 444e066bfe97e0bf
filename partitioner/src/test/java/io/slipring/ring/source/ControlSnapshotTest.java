/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.ring.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slipring.errors.RingNotFoundException;
import io.slipring.ring.Ring;
import io.slipring.ring.codec.RingCodec;
import io.slipring.schemas.AppRegistration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControlSnapshotTest {
    private final Ring one = TestRings.first("orders", 4);
    private final Ring two = TestRings.grown(one);
    private final Map<ControlKey, byte[]> log = new LinkedHashMap<>();

    @Test
    void of_ringsAndApps_sortsThem() {
        AppRegistration app = AppRegistration.newBuilder()
                .setFormatVersion(1)
                .setRing("orders")
                .setApplicationId("totals")
                .setSourceTopics(List.of("orders"))
                .setTransferTopic("transfer")
                .setChangelogTopics(List.of("home"))
                .setRegisteredAtMs(12)
                .build();
        put(two);
        put(one);
        log.put(ControlRecords.key(app), ControlRecords.encode(app));

        ControlSnapshot snapshot = ControlSnapshot.of(log);

        assertThat(snapshot.ring("orders")).isEqualTo(two);
        assertThat(snapshot.rings().get("orders").values()).containsExactly(one, two);
        assertThat(snapshot.apps("orders")).containsExactly(app);
        assertThat(snapshot.apps("payments")).isEmpty();
        assertThat(snapshot.refused()).isEmpty();
    }

    @Test
    void of_damagedOrMisplaced_isLeftOutAndNamed() {
        put(one);
        log.put(new ControlKey.RingKey("orders", two.epoch().next()), RingCodec.encode(two));
        log.put(new ControlKey.AppKey("orders", "totals"), new byte[] {1, 2, 3});

        ControlSnapshot snapshot = ControlSnapshot.of(log);

        assertThat(snapshot.ring("orders")).isEqualTo(one);
        assertThat(snapshot.refused()).containsOnlyKeys("ring/orders/3", "app/orders/totals");
        assertThat(snapshot.refusedApps("orders")).containsOnlyKeys("app/orders/totals");
    }

    @Test
    void ring_unknownName_namesThoseThatThereAre() {
        put(one);

        assertThatThrownBy(() -> ControlSnapshot.of(log).ring("payments"))
                .isInstanceOf(RingNotFoundException.class)
                .hasMessage("Ring payments does not exist; there are [orders]");
    }

    private void put(Ring ring) {
        log.put(new ControlKey.RingKey(ring.name(), ring.epoch()), RingCodec.encode(ring));
    }
}
